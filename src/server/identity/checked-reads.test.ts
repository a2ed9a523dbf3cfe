import { describe, expect, test } from 'vitest'
import { resources } from '../../controller/world/resources.ts'
import type { AccessQuestion } from '../../engine/api/access-review.ts'
import { clusters } from '#test/engine/sample-objects.ts'
import { SampleServer } from '#test/engine/sample-server.ts'
import { checkedReads } from './checked-reads.ts'

function readsWith(allowed: boolean) {
  const server = new SampleServer()
  const asked: AccessQuestion[] = []
  const api = checkedReads(server.api, async question => {
    asked.push(question)
    return allowed
  })
  return { server, asked, api }
}

const ref = { resource: resources.cluster, namespace: 'prod', name: 'blue' }
const selection = { ...clusters, namespace: 'prod' }

describe('Who may not read', () => {
  test('reads nothing, and nothing is asked for', async () => {
    const { server, api, asked } = readsWith(false)
    const calls = [
      api.get(ref),
      api.list(selection),
      api.list({ resource: resources.cluster }),
      api.watch(selection, '1')[Symbol.asyncIterator]().next(),
    ]
    const failed = await Promise.allSettled(calls)
    expect(failed.map(one => one.status === 'rejected' && one.reason)).toEqual(
      calls.map(() => expect.objectContaining({ code: 'Forbidden' })),
    )
    expect(server.calls).toEqual([])
    const resource = resources.cluster
    expect(asked).toMatchObject([
      { verb: 'get', resource, namespace: 'prod', name: 'blue' },
      { verb: 'list', resource: clusters.resource, namespace: 'prod' },
      { verb: 'list', resource, namespace: undefined },
      { verb: 'watch', resource: clusters.resource, namespace: 'prod' },
    ])
  })
})

describe('Who may read', () => {
  test('reads', async () => {
    const { api } = readsWith(true)
    expect((await api.list(selection)).items).toBeDefined()
  })

  test('writes nothing, and has no way around that', async () => {
    const { api, server } = readsWith(true)
    const object = {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      metadata: { name: 'blue', namespace: 'prod' },
    }
    const call = { fieldManager: 'x' }
    const writes = [
      api.create(resources.cluster, object, call),
      api.apply(resources.cluster, object, call),
      api.update(resources.cluster, object, call),
      api.delete(ref),
    ]
    const failed = await Promise.allSettled(writes)
    expect(failed.map(({ status }) => status)).toEqual(writes.map(() => 'rejected'))
    expect([server.calls, api.listen]).toEqual([[], undefined])
  })
})
