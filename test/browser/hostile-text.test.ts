import { describe, expect, test } from 'vitest'
import type { FleetCluster } from '../../src/domain/fleet/fleet-snapshot.ts'
import { aClusterAt, aFleet } from '../domain/sample-snapshot.ts'
import { browserScene } from './browser-scene.ts'
import { pageSamples } from './console-pages.ts'
import { fleetAnswer } from './sample-answers.ts'

const { server, open } = browserScene()

const MARK = 'hostile'
const attack = `${MARK}"'><img src=x onerror=alert(1)><script>alert(2)</script>\${{}}javascript:alert(3)`

/** The same answer with the attack in every text that is free; words of closed sets, times and paths stay. */
function attacked(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map(one => attacked(one, `${key}[]`))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, attacked(one, name)]))
  return typeof value === 'string' && free.has(key) ? `${value}${attack}` : value
}

const free = new Set(
  'title author url line text command patch message sentence secret key format selector yaml proof label value version component clusterClass expected object note unavailable unread ruledOut holdsUp labelsThere packs kind standing fitout name steps[]'.split(
    ' ',
  ),
)

describe('Texts of clusters and of Git', () => {
  test.for(pageSamples)('are only ever text on the page $name', async ({ path, reads }) => {
    for (const [address, answer] of server.answers) {
      if (typeof answer === 'object' && 'body' in answer && address !== 'me') {
        const body = attacked(answer.body)
        if (typeof body === 'object' && body !== null) server.answers.set(address, { body })
      }
    }
    expect(JSON.stringify(server.answers.get(reads))).toContain(MARK)
    const { page, faults } = await open(path)
    await page.getByText(MARK).first().waitFor({ state: 'attached' })
    const found = await page.evaluate(() => ({
      images: document.querySelectorAll('img').length,
      scripts: document.querySelectorAll('script').length,
      handlers: document.querySelectorAll('[onerror], [onclick]').length,
      links: [...document.querySelectorAll('a')]
        .map(link => link.protocol)
        .filter(protocol => protocol !== 'http:' && protocol !== 'https:'),
    }))
    expect(found).toEqual({ images: 0, scripts: 1, handlers: 0, links: [] })
    expect(faults).toEqual([])
  })

  test('are shown as they are where a cluster has them as its name, its labels and its cause', async () => {
    const cause = { reason: attack, message: attack, actor: 'Git' } as const
    const at = { state: 'Held', step: 'cni', stepState: 'Held', sinceMs: 60_000, cause } as const
    const cluster: FleetCluster = {
      ...aClusterAt('prod/x', at),
      name: attack.replaceAll('/', ''),
      labels: { [attack]: attack },
    }
    server.answers.set('fleet', { body: fleetAnswer(aFleet([cluster])) })
    const { page, faults } = await open('/?q=')
    await page.locator('[data-row]').waitFor()
    expect(await page.locator('.cause-sentence').textContent()).toBe(attack)
    expect(await page.locator('img, script:not([src])').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('are not followed as links unless they are https', async () => {
    const change = {
      id: '1',
      mark: '!',
      title: 'x',
      author: 'y',
      state: 'open',
      clusters: [],
      url: 'javascript:alert(1)',
    }
    server.answers.set('changes', { body: { asOf: '2026-11-16T12:04:31Z', changes: [change] } })
    const { page } = await open('/changes')
    await page.getByText('!1 x').waitFor()
    const links = page.locator('main table a')
    expect(await links.evaluateAll(all => all.map(link => link.getAttribute('href')))).toEqual(['/changes/1'])
  })
})
