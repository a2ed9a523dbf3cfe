import { expect, test } from 'vitest'
import type { Api } from '../../engine/api/api.ts'
import { weigh } from '../../engine/budget/weigh.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { SampleServer } from '#test/engine/sample-server.ts'
import { SourceReader } from './source-reader.ts'

const KIBIBYTE = 1024
const manifest = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: big}\ndata:\n  text: ${'x'.repeat(900 * KIBIBYTE)}\n`
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: karpenter, namespace: karpenter}
spec: {template: {spec: {containers: [{name: c, image: 'public.ecr.aws/karpenter/controller:1.2.0'}]}}}
`

function scene(data: Readonly<Record<string, string>>, count: number) {
  const server = new SampleServer()
  const clock = manualClock()
  const refs = Array.from(
    { length: count },
    (_, index) => ({ kind: 'ConfigMap', name: `pack-${index}` }) as const,
  )
  for (const { name } of refs)
    server.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'prod' }, data })
  let [now, most] = [0, 0]
  const get: Api['get'] = async (ref, call) => {
    now += 1
    most = Math.max(most, now)
    await clock.sleep(5)
    now -= 1
    return server.api.get(ref, call)
  }
  const reader = new SourceReader({ management: { ...server.api, get }, clock })
  const read = async () => {
    const answer = reader.read('prod', refs, { fresh: false })
    await clock.advance(1000)
    return answer
  }
  return { read, mostAtOnce: () => most }
}

test('forty sources of a megabyte are read a few at a time, and nothing of their values is kept', async () => {
  const { read, mostAtOnce } = scene({ a: manifest }, 40)
  const { sources, unread } = await read()
  expect([sources.length, unread, mostAtOnce()]).toEqual([40, undefined, 4])
  expect(weigh(sources)).toBeLessThan(40 * KIBIBYTE)
})

test('a source of another namespace is another one, whatever its name', async () => {
  const server = new SampleServer()
  const clock = manualClock()
  server.put({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'pack', namespace: 'a' },
    data: { a: deployment },
  })
  server.put({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'pack', namespace: 'b' },
    data: { a: manifest },
  })
  const reader = new SourceReader({ management: server.api, clock })
  const read = (namespace: string) =>
    reader.read(namespace, [{ kind: 'ConfigMap', name: 'pack' }], { fresh: false })
  const namespaces = [...(await read('a')).sources, ...(await read('b')).sources].map(one => one.namespace)
  expect(namespaces).toEqual(['a', 'b'])
})

test('what a source brings is known without its values', async () => {
  const { read } = scene({ a: deployment }, 1)
  const { sources } = await read()
  expect(sources).toEqual([
    {
      kind: 'ConfigMap',
      name: 'pack-0',
      namespace: 'prod',
      type: '',
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      error: undefined,
      objects: ['apps/Deployment/karpenter/karpenter'],
      components: [{ component: 'karpenter', version: '1.2.0' }],
    },
  ])
})

test('a source that cannot be parsed says why, and brings nothing', async () => {
  const { read } = scene({ a: 'short' }, 1)
  const { sources } = await read()
  expect(sources).toMatchObject([{ error: { code: 'VALUE_TOO_SHORT' }, components: [] }])
})
