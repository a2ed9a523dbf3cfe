import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '../../controller/world/resources.ts'
import { readBinding } from '../../domain/resource-set/binding.ts'
import { sampleFleet } from '#test/simulator/sample-fleet.ts'
import type { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import { runOn, way } from '#test/cli/sample-world.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runRetry } from './run-retry.ts'

const daemonSet = {
  resource: { group: 'apps', version: 'v1', kind: 'DaemonSet', plural: 'daemonsets', scope: 'Namespaced' },
  namespace: 'network',
  name: 'cni-node',
} as const

let fleet: SimulatedFleet
beforeAll(async () => {
  const sample = sampleFleet(2, { seed: 1 })
  fleet = sample.fleet
  await sample.untilReady()
})
afterAll(() => fleet.stop())

function retry(io: ReturnType<typeof memoryIo>, yes: boolean) {
  return runOn(
    fleet,
    setting => runRetry({ cluster: 'cluster-0', step: 'cni', flags: { ...way, yes } }, setting),
    { io },
  )
}

async function appliedOn(name: string): Promise<readonly boolean[]> {
  const binding = await fleet.management
    .api()
    .get({ resource: resources.binding, namespace: 'default', name })
  return readBinding(binding).entries.flatMap(({ resources: all }) => all.map(({ applied }) => applied))
}

async function hasDaemonSet(cluster: string): Promise<boolean> {
  const api = fleet.workloads.get(`default/${cluster}`)?.api()
  return (
    api?.get(daemonSet).then(
      () => true,
      () => false,
    ) ?? false
  )
}

describe('Retrying a step', () => {
  test('changes nothing without a yes', async () => {
    const before = fleet.management.revision
    const io = memoryIo({ isTerminal: true, stdin: 'n\n' })
    expect(await retry(io, false)).toBe(1)
    expect([io.stdout(), io.stderr().trimEnd().split('\n').at(-1)]).toEqual(['', 'nothing was changed'])
    expect((await appliedOn('cluster-0')).every(Boolean)).toBe(true)
    expect(fleet.management.revision).toBe(before)
  })

  test('asks nobody who does not want to be asked', async () => {
    const io = { ...memoryIo({ isTerminal: true, stdin: 'y\n' }), mayAsk: false }
    await expect(retry(io, false)).rejects.toMatchObject({
      message: 'cannot ask for confirmation: --no-input is given',
      exitCode: 2,
      hint: 'fitout retry default/cluster-0 cni --yes',
    })
  })

  test('has Cluster API make again what a user deleted, on this cluster alone', async () => {
    for (const store of fleet.workloads.values()) await store.api().delete(daemonSet)
    await fleet.clock.advance(60_000)
    expect([await hasDaemonSet('cluster-0'), await hasDaemonSet('cluster-1')]).toEqual([false, false])
    const io = memoryIo({ isTerminal: true, stdin: 'y\n' })
    expect(await retry(io, false)).toBe(0)
    expect(io.stdout()).toMatch(
      /^changed ClusterResourceSetBinding default\/cluster-0: cni: .*\nannotated ClusterResourceSet default\/cni\n$/,
    )
    await fleet.clock.advance(10_000)
    expect([await hasDaemonSet('cluster-0'), await hasDaemonSet('cluster-1')]).toEqual([true, false])
    expect((await appliedOn('cluster-0')).every(Boolean)).toBe(true)
  })

  test('tells Cluster API to try now where nothing is marked as applied, without asking', async () => {
    const api = fleet.management.api()
    const binding = await api.get({ resource: resources.binding, namespace: 'default', name: 'cluster-0' })
    const unmarked = { ...binding, spec: { clusterName: 'cluster-0', bindings: [] } }
    await api.update(resources.binding, unmarked, { fieldManager: 'test' })
    const io = memoryIo()
    expect(await retry(io, false)).toBe(0)
    expect([io.stdout(), io.stderr().split('\n')[0]]).toEqual([
      'annotated ClusterResourceSet default/cni\n',
      'nothing of step cni is marked as applied on default/cluster-0: Cluster API is notified to apply it now',
    ])
  })
})
