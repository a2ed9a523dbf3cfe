import { readFile } from 'node:fs/promises'
import { unpackTar } from 'modern-tar'
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import type { ErrorResponse, GitHostRefusal } from '../../src/server/api/error-response.ts'
import { browserScene } from './browser-scene.ts'
import { meAnswer } from './sample-answers.ts'
import { changeAnswer, changesAnswer } from './sample-changes.ts'

const { server, open } = browserScene()
const { base } = inject('classes')

async function openNew(): Promise<Page> {
  const { page } = await open('/new')
  await page.getByText('8 of 9 variables fit class eks-v3').waitFor()
  return page
}

const yaml = (page: Page) => page.getByRole('textbox', { name: /^YAML of/ })
const button = (page: Page) => page.getByRole('button', { name: 'Open merge request' })

/** Gives the cluster what its class asks for, and waits until nothing fails. */
async function fillIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^Name/ }).fill('team-9')
  await page.getByRole('combobox', { name: /^region/ }).selectOption('eu-west-1')
  await page.getByText('nothing fails').waitFor()
}

describe('The form and the YAML of a new cluster', () => {
  test('are in step in both directions, with one history for both', async () => {
    const page = await openNew()
    const before = await yaml(page).inputValue()
    await page.getByRole('textbox', { name: /^Name/ }).fill('team-9')
    const named = before.replaceAll('new-cluster', 'team-9')
    expect(await yaml(page).inputValue()).toBe(named)
    await page.getByRole('combobox', { name: /^region/ }).selectOption('us-east-1')
    const regional = `${named}    variables:\n    - name: region\n      value: us-east-1\n`
    expect(await yaml(page).inputValue()).toBe(regional)
    await yaml(page).fill(`${regional}    - name: podCIDR\n      value: 10.9.0.0/16 # of the network team\n`)
    const cidr = page.getByRole('textbox', { name: 'podCIDR' })
    expect(await cidr.inputValue()).toBe('10.9.0.0/16')
    await cidr.fill('10.10.0.0/16')
    expect(await yaml(page).inputValue()).toContain('value: 10.10.0.0/16 # of the network team\n')
    await cidr.press('Control+z')
    await cidr.press('Control+z')
    await cidr.press('Control+z')
    expect(await yaml(page).inputValue()).toBe(named)
    await yaml(page).press('Control+y')
    expect(await yaml(page).inputValue()).toBe(regional)
  })

  test('say which line does not read; the form is read-only until it does, and nothing is lost', async () => {
    const page = await openNew()
    const good = await yaml(page).inputValue()
    await yaml(page).fill(good.replace('kind: Cluster', 'kind: [Cluster'))
    await page.getByText(/The YAML does not read: line \d+/).waitFor()
    const name = page.getByRole('textbox', { name: /^Name/ })
    expect([await name.inputValue(), await name.isDisabled()]).toEqual(['new-cluster', true])
    await yaml(page).fill(good)
    await page.getByText(/The YAML does not read/).waitFor({ state: 'detached' })
    expect(await name.isEnabled()).toBe(true)
  })

  test('have rows for lists and maps, a switch with its default, and name what only the YAML has', async () => {
    const page = await openNew()
    await page.getByRole('button', { name: 'Add zones' }).click()
    await page.getByRole('textbox', { name: 'zones 1' }).fill('a')
    await page.getByRole('button', { name: 'Add zones' }).click()
    await page.getByRole('textbox', { name: 'zones 2' }).fill('b')
    await page.getByRole('button', { name: 'Remove zones 1' }).click()
    await page.getByText('Advanced (1)').click()
    await page.getByRole('button', { name: 'Add tags' }).click()
    await page.getByRole('textbox', { name: 'Key 1 of tags' }).fill('owner')
    await page.getByRole('textbox', { name: 'tags owner' }).fill('web')
    await page.getByRole('switch', { name: 'privateEndpoint' }).uncheck()
    await page.getByRole('textbox', { name: 'natGateways' }).fill('2')
    const [, variables] = (await yaml(page).inputValue()).split('variables:\n')
    expect(variables).toBe(
      [
        '    - name: zones',
        '      value:',
        '      - "b"',
        '    - name: tags',
        '      value:',
        '        owner: "web"',
        '    - name: privateEndpoint',
        '      value: false',
        '    - name: network',
        '      value:',
        '        natGateways: 2',
        '',
      ].join('\n'),
    )
    await page.getByRole('button', { name: 'Leave privateEndpoint unset' }).click()
    expect(await yaml(page).inputValue()).not.toContain('privateEndpoint')
    await page.getByText('Only in YAML (1)').click()
    await page.getByText(/a secret does not belong in Git/).waitFor()
  })

  test('mark what fails in the field and in the line, and lead to both', async () => {
    const page = await openNew()
    await page.getByRole('textbox', { name: 'podCIDR' }).fill('10.0.4.0/24')
    const problem = 'podCIDR 10.0.4.0/24 overlaps dev/blue'
    await page.locator('.form-pane').getByText(problem).waitFor()
    expect(
      await page.locator('.gutter .wrong').evaluateAll(all => all.map(one => one.getAttribute('title'))),
    ).toContain(problem)
    await page.getByRole('button', { name: `Go there: ${problem}` }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-place')))
      .toBe('["podCIDR"]')
    expect(await page.getByRole('textbox', { name: 'podCIDR' }).getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByText('Disabled: 2 checks fail').isVisible()).toBe(true)
  })

  test('are tabs where the page is narrow', async () => {
    const { page } = await open('/new', { width: 390, height: 844 })
    await page.getByRole('tab', { name: 'Checks (1)' }).waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Form', 'YAML', 'Checks (1)'])
    await page.getByRole('tab', { name: 'Form' }).press('ArrowRight')
    await yaml(page).waitFor()
    expect(await page.getByRole('textbox', { name: /^Name/ }).count()).toBe(0)
    await page.getByRole('tab', { name: 'YAML' }).press('ArrowRight')
    await page.getByRole('button', { name: 'Go there: region: is required' }).click()
    await page.getByRole('combobox', { name: /^region/ }).waitFor()
  })
})

describe('The draft of a new cluster', () => {
  test('survives a reload, and is gone once it is proposed', async () => {
    const page = await openNew()
    await fillIn(page)
    const text = await yaml(page).inputValue()
    await page.getByText(/Draft saved \d\d:\d\d in this browser/).waitFor()
    await page.reload()
    await page.getByText('nothing fails').waitFor()
    expect(await yaml(page).inputValue()).toBe(text)
    const [opened] = changesAnswer().changes
    server.answers.set('drafts:open', { body: { asOf: changesAnswer().asOf, change: opened, isNew: true } })
    server.answers.set('changes/215', { body: changeAnswer({ id: '215', title: 'Add cluster dev/team-9' }) })
    await button(page).click()
    await page.getByRole('heading', { level: 1, name: 'Add cluster dev/team-9' }).waitFor()
    expect(server.sent).toEqual([
      {
        path: 'drafts:open',
        token: 'token',
        body: {
          kind: 'cluster',
          draft: { environment: 'dev', className: 'eks-v3', text },
          title: 'Add cluster dev/team-9',
        },
      },
    ])
    expect(await page.evaluate(() => localStorage.getItem('fitout.draft'))).toBe(null)
  })

  test('keeps what another class has too, and a copy keeps all but the name', async () => {
    const page = await openNew()
    await fillIn(page)
    await page.getByRole('combobox', { name: 'Class' }).selectOption('kind')
    await page.getByText('1 of 1 variable fit class kind').waitFor()
    expect(await yaml(page).inputValue()).toMatch(/name: team-9\n[\s\S]*name: region\n +value: eu-west-1\n/)
    const source = {
      asOf: changesAnswer().asOf,
      environment: 'dev',
      name: 'blue',
      className: 'eks-v3',
      text: '# Cluster blue, in dev.\napiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata:\n  name: blue\nspec:\n  topology:\n    classRef:\n      name: eks-v3\n    version: v1.35.4\n    variables:\n    - name: region\n      value: eu-west-1\n',
    }
    server.answers.set('classes/source?environment=dev&name=blue', { body: source })
    await page.getByRole('combobox', { name: 'Copy of' }).selectOption('dev/blue')
    await expect.poll(() => yaml(page).inputValue()).toBe(source.text.replaceAll('blue', 'blue-copy'))
    await yaml(page).press('Control+z')
    await page.getByText('1 of 1 variable fit class kind').waitFor()
  })

  test('can be taken as files, and as a command', async () => {
    const page = await openNew()
    await fillIn(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download files/ }).click(),
    ])
    const files = await unpackTar(await readFile(await download.path()))
    const found = new Map(files.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]))
    const path = 'infrastructure/control-plane-cluster/capi/dev/team-9/cluster.yaml'
    expect(found.get(path)).toBe(await yaml(page).inputValue())
    expect(
      [...found.keys()].filter(one => base?.paths.includes(one) === false && !one.includes('team-9')),
    ).toEqual([])
    expect(await page.locator('.new-command').textContent()).toBe(
      'fitout cluster new team-9 --env dev --class eks-v3 --set region=eu-west-1',
    )
  })
})

interface Refused {
  readonly name: string
  readonly error: ErrorResponse
  readonly status: number
  readonly shows: readonly string[]
}

function gitRefusal(problem: GitHostRefusal['problem'], status: number, isBranchMade = false): ErrorResponse {
  const message = `cannot make branch fitout/new-team-9 of platform/fleet: ${problem}`
  return { code: 'GitHost', message, git: { problem, status, isBranchMade, fix: `how to fix ${problem}` } }
}

const refusals: readonly Refused[] = [
  {
    name: '401',
    error: gitRefusal('NOT_LOGGED_IN', 401),
    status: 502,
    shows: ['(status 401)', 'Nothing was written', 'how to fix NOT_LOGGED_IN'],
  },
  {
    name: '403',
    error: gitRefusal('NOT_ALLOWED', 403, true),
    status: 502,
    shows: ['(status 403)', 'The branch is made, the merge request is not'],
  },
  {
    name: '409',
    error: gitRefusal('CONFLICT', 409),
    status: 502,
    shows: ['(status 409)', 'Nothing was written'],
  },
  { name: '422', error: gitRefusal('REFUSED', 422), status: 502, shows: ['(status 422)'] },
  {
    name: '429',
    error: { ...gitRefusal('THROTTLED', 429), retryAfter: 30 },
    status: 502,
    shows: ['(status 429)', 'Try again in 30 s'],
  },
  {
    name: '500',
    error: gitRefusal('SERVER_ERROR', 500),
    status: 502,
    shows: ['(status 500)', 'Trying again is safe'],
  },
  {
    name: 'silence',
    error: { code: 'Timeout', message: 'the Git host did not answer in 30 s' },
    status: 504,
    shows: ['did not answer in 30 s', 'It may be open already'],
  },
  {
    name: 'a login that has ended',
    error: { code: 'NotLoggedIn', message: 'your login has ended' },
    status: 401,
    shows: ['your login has ended', 'Your draft is kept in this browser', 'Log in again'],
  },
]

describe('A merge request that is not opened', () => {
  test.for(refusals)(
    'because of $name is said with its reason, and nothing that was typed is lost',
    async ({ error, status, shows }) => {
      server.answers.set('me', { body: meAnswer({ mode: 'login' }) })
      const page = await openNew()
      await fillIn(page)
      const text = await yaml(page).inputValue()
      server.answers.set('drafts:open', { status, error })
      await button(page).click()
      const notice = page.getByRole('alert')
      await notice.getByText('Cannot open the merge request').waitFor()
      const said = await notice.textContent()
      expect(shows.filter(part => said?.includes(part) !== true)).toEqual([])
      expect(await yaml(page).inputValue()).toBe(text)
      expect(await button(page).getAttribute('aria-disabled')).toBe('false')
      await page.reload()
      await page.getByText('nothing fails').waitFor()
      expect(await yaml(page).inputValue()).toBe(text)
    },
  )

  test('because the server is gone is said, and a second click opens it', async () => {
    const page = await openNew()
    await fillIn(page)
    server.answers.set('drafts:open', 'breaks')
    await button(page).click()
    await page.getByText('It may be open already').waitFor()
    const [opened] = changesAnswer().changes
    server.answers.set('drafts:open', { body: { asOf: changesAnswer().asOf, change: opened, isNew: false } })
    server.answers.set('changes/215', { body: changeAnswer({ id: '215' }) })
    // A browser may send a request again by itself whose connection broke.
    const before = server.sent.length
    await button(page).click()
    await page.waitForURL('**/changes/215')
    expect(server.sent.slice(before).map(({ path }) => path)).toEqual(['drafts:open'])
  })

  test('because there is no right to is disabled with the reason', async () => {
    const reason = 'your groups may read only'
    server.answers.set('me', {
      body: meAnswer({ actions: [{ action: 'openMergeRequest', isAllowed: false, reason }] }),
    })
    const page = await openNew()
    await fillIn(page)
    await page.getByText(`Disabled: ${reason}`).waitFor()
    await button(page).click({ force: true })
    expect(server.sent).toEqual([])
  })

  test('because no token is there yet to read the classes asks for one, and goes on with it', async () => {
    const { forge } = meAnswer()
    if (forge === undefined) throw new Error('the sample has a Git host')
    server.answers.set('me', { body: meAnswer({ forge: { ...forge, hasToken: false } }) })
    server.answers.set('me/forge-token', { body: meAnswer() })
    const { asOf } = changesAnswer()
    server.answers.set('classes', { body: { asOf, unavailable: `enter your token for ${forge.name}` } })
    const { page } = await open('/new')
    await page.getByText(`enter your token for ${forge.name}`).waitFor()
    await page.getByLabel(/^Your access token/).fill('glpat-secret')
    server.answers.set('classes', { body: inject('classes') })
    await page.getByRole('button', { name: 'Use this token' }).click()
    await page.getByText('8 of 9 variables fit class eks-v3').waitFor()
    expect(server.sent.map(({ path }) => path)).toEqual(['me/forge-token'])
  })

  test('for want of a token asks for one, and keeps it nowhere', async () => {
    const forge = { kind: 'gitlab', name: 'platform/fleet on gitlab.example.com', takesToken: true } as const
    const reason = 'a token for gitlab.example.com is missing'
    const held = meAnswer({
      forge: { ...forge, hasToken: false },
      actions: [{ action: 'openMergeRequest', isAllowed: false, reason }],
    })
    server.answers.set('me', { body: held })
    server.answers.set('me/forge-token', { body: meAnswer({ forge: { ...forge, hasToken: true } }) })
    const page = await openNew()
    await fillIn(page)
    await page.getByText(`Disabled: ${reason}`).waitFor()
    await page.getByLabel(/^Your access token for platform\/fleet/).fill('glpat-secret')
    await page.getByRole('button', { name: 'Use this token' }).click()
    await page.getByText(`Disabled: ${reason}`).waitFor({ state: 'detached' })
    expect(server.sent).toEqual([{ path: 'me/forge-token', token: 'token', body: { token: 'glpat-secret' } }])
    const kept = await page.evaluate(
      () =>
        JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.documentElement.outerHTML,
    )
    expect(kept).not.toContain('glpat-secret')
    expect(await button(page).getAttribute('aria-disabled')).toBe('false')
  })
})
