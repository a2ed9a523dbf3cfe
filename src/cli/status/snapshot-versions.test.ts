import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runOn, sampleWorld, way } from '#test/cli/sample-world.ts'
import { troubledFleet } from '#test/cli/sample-trouble.ts'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { readSnapshot } from '../../domain/fleet/read-snapshot.ts'
import type { Api } from '../../engine/api/api.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import { runSnapshot } from './run-snapshot.ts'

let fleet: SimulatedFleet
beforeAll(async () => {
  fleet = await troubledFleet()
  fleet.put({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'capi-controller-manager',
      namespace: 'default',
      labels: { 'cluster.x-k8s.io/provider': 'cluster-api' },
    },
    spec: {
      selector: { matchLabels: { app: 'capi' } },
      template: {
        metadata: { labels: { app: 'capi' } },
        spec: {
          containers: [
            { name: 'manager', image: 'registry.k8s.io/cluster-api/cluster-api-controller:v1.14.2' },
          ],
        },
      },
    },
  })
})
afterAll(() => fleet.stop())

async function snapshotOf(management?: (api: Api) => Api): Promise<FleetSnapshot> {
  const io = memoryIo()
  const world = sampleWorld(fleet, management ? { management } : {})
  await runOn(fleet, setting => runSnapshot(way, setting), { io, world })
  return readSnapshot(io.stdout())
}

function versionsIn({ fitouts }: FleetSnapshot): readonly string[] {
  return fitouts.flatMap(({ steps }) =>
    steps.flatMap(({ name, components = [] }) =>
      components.map(({ component, version }) => `${name}: ${component} ${version}`),
    ),
  )
}

const refusing = (api: Api): Api => ({
  ...api,
  list: (selection, ...rest) =>
    ['clusterresourcesets', 'deployments'].includes(selection.resource.plural)
      ? Promise.reject(new ApiError('Forbidden', { call: 'list' }))
      : api.list(selection, ...rest),
})

test('A snapshot has the versions that packs bring, and that of Cluster API', async () => {
  const snapshot = await snapshotOf()
  expect(versionsIn(snapshot)).toMatchInlineSnapshot(`
    [
      "flux: flux 2.10",
      "flux: flux 2.7",
      "karpenter: karpenter 1.9.0",
    ]
  `)
  expect(snapshot.clusterApiVersion).toBe('v1.14.2')
})

test('Whoever may not read packs gets a snapshot without their versions', async () => {
  const snapshot = await snapshotOf(refusing)
  expect(snapshot.clusters.length).toBeGreaterThan(0)
  expect(snapshot.clusterApiVersion).toBeUndefined()
  expect(versionsIn(snapshot)).toMatchInlineSnapshot(`[]`)
})

test('No Secret is read for it', async () => {
  const read: string[] = []
  const noting = (api: Api): Api => ({
    ...api,
    list: (selection, ...rest) => (read.push(selection.resource.plural), api.list(selection, ...rest)),
    get: (ref, ...rest) => (read.push(ref.resource.plural), api.get(ref, ...rest)),
  })
  await snapshotOf(noting)
  expect(read).toContain('clusterresourcesets')
  expect(read).not.toContain('secrets')
})
