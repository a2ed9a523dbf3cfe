import { beforeAll, describe, expect, test } from 'vitest'
import { partOf } from '../../src/domain/object/fields.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { sampleCluster, sampleFitout, sampleSteps } from '../simulator/sample-plan.ts'
import { type FaultPlan, noFaults } from '../../src/simulator/faults/fault-plan.ts'
import { MonitoredFleet } from './monitored-fleet.ts'
import type { Page } from './read-page.ts'

/** The series of a metric that are not 0, each under its labels but for the Fitout, of which there is one. */
function valuesOf({ series }: Page, name: string): Readonly<Record<string, number>> {
  const found = series.filter(one => one.name === `fitout_${name}` && one.value !== 0)
  return Object.fromEntries(
    found.map(({ labels: { fitout: _one, ...labels }, value }) => [Object.values(labels).join(' '), value]),
  )
}

describe('When all clusters are Ready, the page', () => {
  let page: Page
  beforeAll(async () => {
    const fleet = new MonitoredFleet(3)
    await fleet.untilReady()
    await fleet.clock.advance(120_000)
    page = await fleet.scrape()
  })

  test('counts them by state', () => {
    expect(valuesOf(page, 'clusters')).toEqual({ Ready: 3 })
    expect(page.value('fitout_clusters', { fitout: 'default/eks', state: 'Failed' })).toBe(0)
    expect(valuesOf(page, 'cluster_causes')).toEqual({})
  })

  test('returns how long each step took, and all of it, once for each cluster', () => {
    expect(valuesOf(page, 'step_seconds_count')).toEqual({
      api: 3,
      cni: 3,
      flux: 3,
      karpenter: 3,
      nodes: 3,
    })
    expect(valuesOf(page, 'time_to_ready_seconds_count')).toEqual({ '': 3 })
    const steps = Object.values(valuesOf(page, 'step_seconds_sum'))
    const all = page.value('fitout_time_to_ready_seconds_sum', { fitout: 'default/eks' }) ?? 0
    expect(all).toBeGreaterThanOrEqual(steps.reduce((sum, seconds) => sum + seconds, 0))
  })

  test('returns how long each gate took from the event that led to it', () => {
    expect(valuesOf(page, 'gate_seconds_count')).toEqual({ '': 12 })
    // A few calls of the simulated server, and no wait for the next regular look, which comes after seconds.
    expect(page.value('fitout_gate_seconds_bucket', { le: '0.5', fitout: 'default/eks' })).toBe(12)
  })

  test('says who leads, what can be read, and how old the oldest proof is', () => {
    expect(page.value('fitout_leading')).toBe(1)
    expect(valuesOf(page, 'workload_connections')).toEqual({ 'read ': 3 })
    const age = page.value('fitout_ready_unconfirmed_seconds', { fitout: 'default/eks' })
    expect(age).toBeLessThanOrEqual(31)
  })

  test('names no cluster', () => {
    expect(page.text).not.toContain('cluster-')
  })
})

describe('A cluster', () => {
  test('that waits for someone is counted under its cause, with the time since when', async () => {
    const fleet = new MonitoredFleet(2)
    fleet.delete(secretOf('cluster-0'))
    fleet.start()
    await fleet.clock.advance(600_000)

    const page = await fleet.scrape()
    expect(valuesOf(page, 'clusters')).toEqual({ Ready: 1, Held: 1 })
    const cause = 'Held karpenter HandOverSecretMissing Git'
    expect(valuesOf(page, 'cluster_causes')).toEqual({ [cause]: 1 })
    const { [cause]: age = 0 } = valuesOf(page, 'oldest_cause_seconds')
    expect(age).toBeGreaterThan(500)
    expect(age).toBeLessThan(600)
  })

  test('that cannot be read is an unread one, and its Ready grows old until it is taken back', async () => {
    const fleet = new MonitoredFleet(2)
    await fleet.untilReady()
    await fleet.clock.advance(60_000)
    fleet.links.get('default/cluster-0')?.set({ kind: 'down' })
    await fleet.clock.advance(100_000)
    const before = await fleet.scrape()
    await fleet.clock.advance(120_000)
    const after = await fleet.scrape()

    const unread = 'unread ClusterUnreachable'
    for (const page of [before, after])
      expect(valuesOf(page, 'workload_connections')).toEqual({ 'read ': 1, [unread]: 1 })
    const ageIn = (page: Page) => valuesOf(page, 'ready_unconfirmed_seconds')['']
    expect(ageIn(before)).toBeGreaterThan(95)
    expect(ageIn(after)).toBeLessThanOrEqual(31)
    expect(valuesOf(after, 'clusters')).toEqual({ Ready: 1, Unknown: 1 })
    expect(valuesOf(after, 'oldest_unread_seconds')['ClusterUnreachable']).toBeGreaterThan(180)
  })

  test('that gets a longer plan is not made ready for the first time again', async () => {
    const fleet = new MonitoredFleet(1)
    await fleet.untilReady()
    await fleet.clock.advance(5_000)
    const again = { name: 'again', proof: { preset: 'api' } }
    fleet.put(sampleFitout([...sampleSteps, again]))
    await fleet.clock.advance(60_000)

    const page = await fleet.scrape()
    expect(valuesOf(page, 'time_to_ready_seconds_count')).toEqual({ '': 1 })
    expect(valuesOf(page, 'step_seconds_count')).toMatchObject({ nodes: 1, again: 1 })
  })
})

test('what did not happen yet is there with no value, since rates do not see the value that a series comes with', async () => {
  const fleet = new MonitoredFleet(1)
  fleet.start()
  await fleet.clock.advance(1_000)
  const page = await fleet.scrape()
  const expected = { fitout: 'default/eks' }
  expect(page.value('fitout_time_to_ready_seconds_count', expected)).toBe(0)
  expect(page.value('fitout_gate_seconds_count', expected)).toBe(0)
  expect(page.value('fitout_step_seconds_count', { ...expected, step: 'nodes' })).toBe(0)
})

test('the next controller expects the same', async () => {
  const fleet = new MonitoredFleet(1)
  await fleet.untilReady()
  await fleet.clock.advance(60_000)
  await fleet.stop()
  fleet.start()
  await fleet.clock.advance(60_000)
  expect((await fleet.scrape()).value('fitout_gate_seconds_count', { fitout: 'default/eks' })).toBe(0)
})

test('a gate that others came before again and again took all the time since its event', async () => {
  const others = { areFaster: true }
  const onCall: FaultPlan['onCall'] = ({ op, kind }) =>
    others.areFaster && op === 'apply' && kind === 'Cluster'
      ? { kind: 'fail', at: 'before', code: 'Conflict' }
      : undefined
  const fleet = new MonitoredFleet(1, { plan: { ...noFaults, onCall } })
  fleet.start()
  await fleet.clock.advance(20_000)
  others.areFaster = false
  await fleet.untilReady()
  const page = await fleet.scrape()
  const gates = (le: string) => page.value('fitout_gate_seconds_bucket', { le, fitout: 'default/eks' })
  expect([gates('10'), gates('30')]).toEqual([3, 4])
})

describe('Nothing is left', () => {
  test('of a Fitout that is gone', async () => {
    const fleet = new MonitoredFleet(2)
    await fleet.untilReady()
    expect((await fleet.scrape()).text).toContain('eks')
    fleet.delete(sampleFitout())
    await fleet.clock.advance(60_000)
    expect((await fleet.scrape()).text).not.toContain('eks')
  })

  test('of a Fitout that is gone, also while a cluster that it had is paused and keeps its status', async () => {
    const fleet = new MonitoredFleet(1)
    await fleet.untilReady()
    const cluster = sampleCluster('cluster-0')
    fleet.put({ ...cluster, spec: { ...partOf(cluster, 'spec'), paused: true } })
    await fleet.clock.advance(10_000)
    fleet.delete(sampleFitout())
    await fleet.clock.advance(60_000)
    expect(
      fleet.management.table({ group: 'fitout.dev', plural: 'clusterfitouts' }).get('default/cluster-0'),
    ).toBeDefined()
    expect((await fleet.scrape()).text).not.toContain('eks')
  })

  test('of a step that left the plan', async () => {
    const fleet = new MonitoredFleet(1)
    await fleet.untilReady()
    fleet.put(sampleFitout(sampleSteps.slice(0, -1)))
    await fleet.clock.advance(60_000)
    const steps = Object.keys(valuesOf(await fleet.scrape(), 'step_seconds_count'))
    expect(steps).toEqual(['api', 'cni', 'flux', 'karpenter'])
  })

  test('by a controller that leads no more', async () => {
    const fleet = new MonitoredFleet(1)
    await fleet.untilReady()
    await fleet.stop()
    const page = await fleet.scrape()
    expect(page.value('fitout_leading')).toBeUndefined()
    expect(page.text).not.toContain('eks')
  })
})

function secretOf(cluster: string): Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'> {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${cluster}-eks-connection`, namespace: 'default' },
  }
}
