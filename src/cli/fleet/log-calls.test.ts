import { expect, test } from 'vitest'
import { resources } from '../../controller/world/resources.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import { sampleFleet } from '#test/simulator/sample-fleet.ts'
import { loggedConnect } from './log-calls.ts'

async function refuse(): Promise<never> {
  throw new ApiError('Forbidden', { call: 'list', detail: 'a long story' })
}

test('Each call is told with its server, its time and how it failed, and nothing of what was read', async () => {
  const { fleet } = sampleFleet(1, { seed: 1 })
  const api = { ...fleet.management.api(), list: refuse }
  const counters = { calls: 0, connections: 0, bytesSent: 0, bytesReceived: 0 }
  const said: string[] = []
  let now = 0
  const way = loggedConnect(
    () => ({
      api,
      reviewAccess: async () => false,
      close: () => undefined,
      connections: () => 1,
      counters: () => counters,
    }),
    {
      clock: { elapsed: () => (now += 7) },
      say: line => said.push(line),
    },
  )
  const told = way({ server: 'https://10.0.0.1:6443/path', auth: {} }).api
  const cluster = { resource: resources.cluster, namespace: 'default', name: 'cluster-0' }
  expect(await told.get(cluster)).toEqual(await api.get(cluster))
  await expect(told.list({ resource: resources.cluster })).rejects.toMatchObject({ code: 'Forbidden' })
  await told.version()
  expect(said).toEqual([
    '10.0.0.1:6443: get Cluster default/cluster-0, 7ms',
    '10.0.0.1:6443: list Cluster, 7ms: Forbidden',
    '10.0.0.1:6443: get version, 7ms',
  ])
  await fleet.stop()
})
