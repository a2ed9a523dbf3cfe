import { describe, expect, test } from 'vitest'
import { partOf, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type SampleFleet, sampleFleet } from '#test/simulator/sample-fleet.ts'
import { sampleCluster, sampleConnection, sampleFitout } from '#test/simulator/sample-plan.ts'
import { karpenterChart } from '#test/simulator/sample-packs.ts'
import type { SimulatedFleet } from './simulated-fleet.ts'

const MINUTE = 60_000

/** What is said of a cluster: its state, and the reason of its cause. */
function told({ management }: SimulatedFleet, cluster = 'cluster-0'): string {
  const object = management.table({ group: 'fitout.dev', plural: 'clusterfitouts' }).get(`default/${cluster}`)
  const status = object ? partOf(object, 'status') : {}
  return `${textIn(status, 'state')} ${textIn(partOf(status, 'cause'), 'reason')}`.trim()
}

function kubeconfigIn({ management }: SimulatedFleet, cluster: string): KubeObject | undefined {
  return management.table({ group: '', plural: 'secrets' }).get(`default/${cluster}-kubeconfig`)
}

function clusterIn({ management }: SimulatedFleet): KubeObject {
  const clusters = management.table({ group: 'cluster.x-k8s.io', plural: 'clusters' })
  return clusters.get('default/cluster-0') ?? sampleCluster('cluster-0')
}

/** What of Fitout is on the management cluster. */
function traces(fleet: SimulatedFleet): readonly string[] {
  const kinds = [
    { group: 'fitout.dev', plural: 'clusterfitouts' },
    { group: 'addons.cluster.x-k8s.io', plural: 'clusterresourcesets' },
    { group: '', plural: 'secrets' },
  ]
  const objects = kinds.flatMap(kind => fleet.management.snapshotAt(fleet.management.revision, kind))
  const own = objects.filter(
    ({ kind, metadata }) => kind === 'ClusterFitout' || metadata.name.startsWith('fitout-'),
  )
  const { labels = {} } = clusterIn(fleet).metadata
  return [
    ...own.map(({ kind }) => kind),
    ...Object.keys(labels).filter(label => label !== 'fitout.dev/profile'),
  ]
}

async function readyFleet(count = 1): Promise<SampleFleet> {
  const sample = sampleFleet(count, { seed: 1 })
  expect(await sample.untilReady()).toBe(true)
  await sample.fleet.clock.advance(MINUTE)
  return sample
}

describe('a cluster', () => {
  test('is held while a value is missing, quietly, and continues when it is there', async () => {
    const { fleet, untilReady } = sampleFleet(1, { seed: 1 })
    fleet.delete(sampleConnection('cluster-0'))
    await fleet.clock.advance(5 * MINUTE)
    expect(told(fleet)).toBe('Held HandOverSecretMissing')
    const writes = () => fleet.history.lines.filter(({ write }) => write !== undefined).length
    const before = writes()
    await fleet.clock.advance(10 * MINUTE)
    expect(writes()).toBe(before)
    fleet.put(sampleConnection('cluster-0'))
    expect(await untilReady(MINUTE)).toBe(true)
  })

  test('is stuck when an image cannot be had', async () => {
    const workload = { chartOf: karpenterChart, hasImage: (image: string) => !image.includes('cni') }
    const { fleet } = sampleFleet(1, { seed: 1, workload })
    await fleet.clock.advance(40 * MINUTE)
    expect(told(fleet)).toBe('Stuck ImagePullFailed')
  })

  test('that cannot be reached is unknown after a while, and the others do not care', async () => {
    const { fleet, untilReady } = await readyFleet(2)
    fleet.links.get('default/cluster-0')?.set({ kind: 'silent' })
    await fleet.clock.advance(5 * MINUTE)
    expect([told(fleet), told(fleet, 'cluster-1')]).toEqual(['Unknown ClusterUnreachable', 'Ready'])
    fleet.links.get('default/cluster-0')?.set({ kind: 'up', latencyMs: 3 })
    expect(await untilReady(MINUTE)).toBe(true)
  })

  test('is not mistaken for another one to which its kubeconfig leads', async () => {
    const { fleet } = await readyFleet(2)
    const [own, other] = ['cluster-0', 'cluster-1'].map(name => kubeconfigIn(fleet, name))
    if (own && other) fleet.put({ ...own, data: other['data'] })
    await fleet.clock.advance(2 * MINUTE)
    expect([told(fleet), told(fleet, 'cluster-1')]).toEqual(['Unknown WorkloadIdentityChanged', 'Ready'])
  })

  test('of the same name as one that is gone starts from the beginning', async () => {
    const { fleet, opened, untilReady } = await readyFleet()
    fleet.delete(sampleCluster('cluster-0'))
    await fleet.clock.advance(MINUTE)
    expect([fleet.readyCount, traces(fleet)]).toEqual([0, []])
    fleet.put(sampleCluster('cluster-0'))
    expect(await untilReady()).toBe(true)
    expect(opened.map(({ step, problem }) => problem ?? step)).toEqual([
      'cni',
      'flux',
      'karpenter',
      'nodes',
      'cni',
      'flux',
      'karpenter',
      'nodes',
    ])
  })

  test('that is paused is left alone', async () => {
    const { fleet, untilReady } = sampleFleet(1, { seed: 1 })
    await fleet.clock.advance(6000)
    const pause = (paused: boolean): void => {
      const cluster = clusterIn(fleet)
      fleet.put({ ...cluster, spec: { ...partOf(cluster, 'spec'), paused } })
    }
    pause(true)
    await fleet.clock.advance(MINUTE)
    const { labels } = clusterIn(fleet).metadata
    await fleet.clock.advance(10 * MINUTE)
    expect([clusterIn(fleet).metadata.labels, told(fleet)]).toEqual([labels, 'Paused ClusterPaused'])
    pause(false)
    expect(await untilReady()).toBe(true)
  })

  test('gets a value that has changed', async () => {
    const { fleet, untilReady } = await readyFleet()
    fleet.put({ ...sampleConnection('cluster-0'), stringData: { queue: 'rotated' } })
    await fleet.clock.advance(MINUTE)
    const secret = fleet.workloads.get('default/cluster-0')?.table({ group: '', plural: 'secrets' })
    expect(secret?.get('karpenter/eks-connection')?.['data']).toEqual({ queue: btoa('rotated') })
    expect(await untilReady(MINUTE)).toBe(true)
  })
})

describe('nothing of Fitout is left', () => {
  test('when its Fitout is deleted', async () => {
    const { fleet } = await readyFleet()
    fleet.delete(sampleFitout())
    await fleet.clock.advance(MINUTE)
    expect(traces(fleet)).toEqual([])
  })

  test('when a cluster has no label any more by which it is selected', async () => {
    const { fleet } = await readyFleet()
    const cluster = clusterIn(fleet)
    const labels = Object.entries(cluster.metadata.labels ?? {}).filter(
      ([name]) => name !== 'fitout.dev/profile',
    )
    fleet.put({ ...cluster, metadata: { ...cluster.metadata, labels: Object.fromEntries(labels) } })
    await fleet.clock.advance(MINUTE)
    expect(traces(fleet)).toEqual([])
  })
})

test('a management cluster that was restored from a backup is fitted out again', async () => {
  const { fleet, opened, untilReady } = await readyFleet()
  fleet.management.restore(Math.floor(fleet.management.revision / 2))
  expect(fleet.readyCount).toBe(0)
  expect(await untilReady(20 * MINUTE)).toBe(true)
  expect(opened.filter(({ problem }) => problem !== undefined)).toEqual([])
})
