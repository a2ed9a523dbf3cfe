import { expect, test } from 'vitest'
import { resources } from '../../controller/resources.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import { type Connect, tellingConnect } from './tell-calls.ts'

const object = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { value: 'c2VjcmV0' } }

const api = {
  get: async () => object,
  list: async () => {
    throw new ApiError('Forbidden', { call: 'list', detail: 'a long story' })
  },
  version: async () => 'v1.36.3',
} as unknown as Api

test('Each call is told with its server, its time and how it failed, and nothing of what was read', async () => {
  const said: string[] = []
  let now = 0
  const clock = { elapsed: () => (now += 7) }
  const way = (() => ({ api })) as unknown as Connect
  const told = tellingConnect(way, { clock, say: line => said.push(line) })({
    server: 'https://10.0.0.1:6443/path',
    caData: '',
    auth: async () => ({}),
  })
  expect(await told.api.get({ resource: resources.secret, namespace: 'prod', name: 'a' })).toBe(object)
  await expect(told.api.list({ resource: resources.cluster })).rejects.toMatchObject({ code: 'Forbidden' })
  await told.api.version()
  expect(said).toEqual([
    '10.0.0.1:6443: get Secret prod/a, 7ms',
    '10.0.0.1:6443: list Cluster, 7ms: Forbidden',
    '10.0.0.1:6443: get version, 7ms',
  ])
})
