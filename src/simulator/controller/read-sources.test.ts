import { expect, test } from 'vitest'
import { SourceReader } from '../../controller/cluster/source-reader.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import { sampleStore } from '#test/simulator/sample-store.ts'

const pack = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'pack', namespace: 'default' } }
const refs = [{ kind: 'ConfigMap', name: 'pack' }] as const

function scene() {
  const { store, clock, put } = sampleStore()
  put({ ...pack, data: { a: 'kind: Namespace' } })
  const api = store.api()
  const asked = { count: 0, fails: false }
  const management: Api = {
    ...api,
    get: async (ref, call) => {
      asked.count += 1
      const isFailing = asked.fails
      await clock.sleep(5)
      if (isFailing) throw new ApiError('ServerError', { call: 'get' })
      return api.get(ref, call)
    },
  }
  const reader = new SourceReader({ management, clock })
  const read = (fresh = false) => reader.read('default', refs, { fresh })
  return { clock, asked, read }
}

test('clusters that look at the same time ask once for what they share', async () => {
  const { clock, asked, read } = scene()
  const answers = Promise.all([read(), read(), read()])
  await clock.advance(10)
  const [first, ...others] = await answers
  expect([asked.count, others]).toEqual([1, [first, first]])
})

test('who must know asks, whoever else asks at the time', async () => {
  const { clock, asked, read } = scene()
  const answers = Promise.all([read(), read(true)])
  await clock.advance(10)
  await answers
  expect(asked.count).toBe(2)
})

test('what fails for one is asked again by the others', async () => {
  const { clock, asked, read } = scene()
  asked.fails = true
  const first = read()
  asked.fails = false
  const both = Promise.all([first, read()])
  await clock.advance(20)
  expect(await both).toEqual([
    {
      sources: [],
      unread: {
        message: 'ConfigMap "pack" cannot be read: API server responds with an error',
        source: { kind: 'ConfigMap', name: 'pack' },
        readError: 'ServerError',
      },
    },
    { sources: [expect.objectContaining({ name: 'pack' })], unread: undefined },
  ])
  expect(asked.count).toBe(2)
})
