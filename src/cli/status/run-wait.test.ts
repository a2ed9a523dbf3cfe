import { afterEach, describe, expect, test } from 'vitest'
import { sampleCluster, sampleConnection } from '#test/simulator/sample-plan.ts'
import { sampleFleet } from '#test/simulator/sample-fleet.ts'
import type { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import { transcript } from '#test/cli/sample-transcript.ts'
import { runOn } from '#test/cli/sample-world.ts'
import { runWait, type WaitFlags } from './run-wait.ts'

const flags: WaitFlags = {
  kubeconfig: undefined,
  context: undefined,
  namespace: undefined,
  for: 'ready',
  timeout: '30m',
  'fail-fast': false,
  output: 'text',
}

let fleet: SimulatedFleet | undefined
afterEach(async () => fleet?.stop())

function wait(
  of: SimulatedFleet,
  clusters: readonly string[],
  given: Partial<WaitFlags> = {},
): Promise<string> {
  return transcript(`fitout wait ${clusters.join(' ')}`, io =>
    runOn(of, setting => runWait({ clusters, flags: { ...flags, ...given } }, setting), { io }),
  )
}

const golden = '../../../test/golden/cli'

describe('Waiting on a live fleet', () => {
  test('tells each change once, until the cluster is ready', async () => {
    fleet = sampleFleet(1, { seed: 1 }).fleet
    await expect(await wait(fleet, ['default/cluster-0'])).toMatchFileSnapshot(`${golden}/live-wait.txt`)
  })

  test('returns which cluster where there are several', async () => {
    fleet = sampleFleet(2, { seed: 1 }).fleet
    const said = await wait(fleet, ['cluster-0', 'cluster-1'], { for: 'step=flux' })
    await expect(said).toMatchFileSnapshot(`${golden}/live-wait-step.txt`)
  })

  test('is for all clusters with a label, or for all there are', async () => {
    const made = sampleFleet(2, { seed: 1 }).fleet
    fleet = made
    await made.clock.advance(30_000)
    const { metadata, ...rest } = sampleCluster('other')
    made.put({ ...rest, metadata: { ...metadata, labels: { ...metadata.labels, env: 'test' } } })
    made.put(sampleConnection('other'))
    await made.clock.advance(1000)
    const selected = await wait(made, [], { selector: 'env=test', for: 'step=cni' })
    expect([selected.includes('default/other'), selected.includes('cluster-0')]).toEqual([true, false])
    expect(selected).toContain('(exit 0)')
    const all = await wait(made, [], { 'all-namespaces': true })
    expect(
      ['cluster-0', 'cluster-1', 'other'].filter(name => !all.includes(`default/${name} is Ready`)),
    ).toEqual([])
  })

  test('answers programs with one document, and tells people the changes', async () => {
    fleet = sampleFleet(1, { seed: 1 }).fleet
    const said = await wait(fleet, ['cluster-0'], { output: 'json' })
    const [document = ''] = /^\{[^]*^\}$/m.exec(said) ?? []
    expect(JSON.parse(document)).toEqual({
      apiVersion: 'fitout.dev/v1alpha1',
      kind: 'WaitResult',
      for: 'ready',
      result: 'reached',
      clusters: [{ cluster: 'default/cluster-0', reached: true, state: 'Ready' }],
    })
    expect(said).toMatch(/^> \d\d:\d\d:\d\d {2}cni/m)
    expect(said).toContain('> default/cluster-0 is Ready after')
  })

  test('answers programs why it is over as well', async () => {
    fleet = sampleFleet(1, { seed: 1, workload: { hasImage: () => false } }).fleet
    const said = await wait(fleet, ['cluster-0'], { output: 'json', timeout: '1m' })
    const [document = ''] = /^\{[^]*^\}$/m.exec(said) ?? []
    expect(JSON.parse(document)).toMatchObject({
      result: 'timedOut',
      clusters: [{ cluster: 'default/cluster-0', reached: false, state: 'FittingOut', step: 'cni' }],
    })
    expect(said).toContain('(exit 3)')
  })

  test('begins before there is a cluster', async () => {
    const made = sampleFleet(1, { seed: 1 }).fleet
    fleet = made
    await made.clock.advance(30_000)
    made.clock.after(60_000, () => {
      made.put(sampleCluster('new'))
      made.put(sampleConnection('new'))
    })
    const said = await wait(made, ['new'])
    expect([
      said.includes('> default/new does not exist yet'),
      said.includes('default/new is Ready after'),
    ]).toEqual([true, true])
  })

  test('ends when a cluster is gone', async () => {
    const made = sampleFleet(1, { seed: 1 }).fleet
    fleet = made
    await made.clock.advance(30_000)
    made.clock.after(5_000, () => made.delete(sampleCluster('cluster-0')))
    expect(await wait(made, ['cluster-0'], { for: 'gone' })).toContain('default/cluster-0 is gone\n(exit 0)')
  })

  test('is over at once for the end of a cluster that is not there', async () => {
    fleet = sampleFleet(1, { seed: 1 }).fleet
    const said = await wait(fleet, ['gone'], { for: 'gone' })
    expect(said).toBe('$ fitout wait gone\ndefault/gone is gone\n(exit 0)\n')
  })

  test('says that a cluster may be there without a Fitout', async () => {
    const made = sampleFleet(1, { seed: 1 }).fleet
    fleet = made
    const { metadata, ...rest } = sampleCluster('alone')
    made.put({ ...rest, metadata: { ...metadata, labels: {} } })
    const said = await wait(made, ['alone'], { timeout: '10s' })
    expect(said).toContain('> default/alone does not exist yet, or no Fitout selects it\n')
  })

  test('gives up at once where it was asked to, if a step fails', async () => {
    const made = sampleFleet(1, { seed: 1, workload: { hasImage: () => false } }).fleet
    fleet = made
    const said = await wait(made, ['cluster-0'], { 'fail-fast': true, timeout: '2h' })
    expect(said).toMatch(
      /> error: default\/cluster-0 is (?:Failed|Stuck): step cni .*\n> try: fitout why default\/cluster-0\n\(exit 1\)/,
    )
  })

  const wrong = [
    { name: 'a goal that there is not', given: { for: 'happy' } },
    { name: 'a time that is none', given: { timeout: 'soon' } },
    { name: 'names beside a selector', given: { selector: 'env=prod' } },
  ]
  test.for(wrong)('refuses $name', async ({ given }) => {
    fleet = sampleFleet(1, { seed: 1 }).fleet
    expect(await wait(fleet, ['cluster-0'], given)).toContain('(exit 2)')
  })

  test('refuses a selector that no cluster has, and a call without clusters', async () => {
    fleet = sampleFleet(1, { seed: 1 }).fleet
    expect(await wait(fleet, [], { selector: 'env=none' })).toContain(
      '> error: no cluster has the labels env=none\n> try: fitout status\n(exit 1)',
    )
    expect(await wait(fleet, [])).toContain(
      '> error: name clusters, or give --selector or --all-namespaces\n',
    )
  })
})
