import { type ChildProcess, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HostileReport, HostileTask } from './read-hostile-cluster.ts'
import type { SampleReply, SampleRequest } from '../kube/sample-server.ts'
import { SampleWorld } from '../kube/sample-world.ts'

const MEBIBYTE = 1024 * 1024
const PROGRAM = `${import.meta.dirname}/read-hostile-cluster.ts`
const json = { 'content-type': 'application/json' }
const tooLarge = 'API server sends more data than Fitout keeps for one cluster'

/** What is done to whoever reads a kind. */
interface Hostility {
  readonly list: (reply: SampleReply, versions: Versions) => void
  readonly watch: (reply: SampleReply, versions: Versions) => void
}
type Versions = () => number

const object = (
  kind: string,
  version: number,
  { metadata = {}, ...more }: Readonly<Record<string, object>> = {},
) => ({
  apiVersion: 'v1',
  kind,
  metadata: {
    name: `n${version}`,
    namespace: 'prod',
    uid: `u${version}`,
    resourceVersion: `${version}`,
    ...metadata,
  },
  ...more,
})
const list = (kind: string, version: number, items: readonly object[] = []) => ({
  apiVersion: 'v1',
  kind: `${kind}List`,
  metadata: { resourceVersion: `${version}`, ...(items.length === 0 ? {} : { continue: 'more' }) },
  items,
})
const event = (type: string, of: object) => `${JSON.stringify({ type, object: of })}\n`
const nothing = (kind: string) => (reply: SampleReply, next: Versions) => reply.json(200, list(kind, next()))
const flood = (made: (next: Versions) => string) => (reply: SampleReply, next: Versions) => {
  reply.head(200, json)
  reply.flood(() => made(next))
}

const bulk = 'x'.repeat(15 * MEBIBYTE)
const page = Buffer.from(
  JSON.stringify(list('Pod', 1, [object('Pod', 1, { metadata: { managedFields: [bulk] } })])),
)
const hostilities: Readonly<Record<string, Hostility>> = {
  // Pages without end. What is large is dropped, so that hardly anything is kept.
  Pod: {
    list: reply => {
      reply.head(200, json)
      reply.write(page)
      reply.end()
    },
    watch: reply => reply.head(200, json),
  },
  // New objects without end.
  ConfigMap: {
    list: nothing('ConfigMap'),
    watch: flood(next => event('ADDED', object('ConfigMap', next(), { data: { a: bulk.slice(0, 60_000) } }))),
  },
  // The same object again and again, as fast as it goes.
  Service: {
    list: nothing('Service'),
    watch: flood(next =>
      Array.from({ length: 100 }, () =>
        event('MODIFIED', object('Service', next(), { metadata: { name: 'same', uid: 'same' } })),
      ).join(''),
    ),
  },
  // Half an event that gets longer.
  Endpoints: { list: nothing('Endpoints'), watch: flood(() => bulk.slice(0, 60_000)) },
  // Little text that takes much memory.
  Node: {
    list: reply => {
      reply.head(200, json)
      reply.flood('{},'.repeat(20_000))
    },
    watch: reply => reply.head(200, json),
  },
}
const kinds = Object.keys(hostilities)

let world: SampleWorld
let child: ChildProcess | undefined
beforeAll(async () => {
  world = await SampleWorld.create('h2')
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await world.stop()
})

test('clusters that send without end do not end a process of 96 MiB, and are read no faster than their pace', async () => {
  let version = 10
  world.server.answer = (reply, request) => answer(reply, request, () => (version += 1))
  const want = {
    Pod: tooLarge,
    ConfigMap: tooLarge,
    Service: 'objects',
    Endpoints: tooLarge,
    Node: tooLarge,
  }
  const { answers, changes, seconds, heldBytes } = await readWithLittleMemory(want)
  expect(answers).toEqual(want)
  // 128 MiB and 4 MiB a second, at 4 KiB for each.
  expect(changes).toBeLessThan(32_768 + 1024 * (seconds + 1))
  expect(heldBytes).toBeLessThan(96 * MEBIBYTE)
}, 900_000)

function answer(reply: SampleReply, { url }: SampleRequest, next: Versions): void {
  const resources = kinds.map(kind => ({ name: `${kind.toLowerCase()}s`, kind, namespaced: true }))
  if (url === '/api/v1') return reply.json(200, { kind: 'APIResourceList', groupVersion: 'v1', resources })
  const kind = kinds.find(one => url.startsWith(`/api/v1/${one.toLowerCase()}s?`)) ?? ''
  const { [kind]: hostility } = hostilities
  return url.includes('watch=true') ? hostility?.watch(reply, next) : hostility?.list(reply, next)
}

async function readWithLittleMemory(until: HostileTask['until']): Promise<HostileReport> {
  child = spawn(process.execPath, ['--max-old-space-size=96', PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error('cannot talk to the process')
  const { server, authority } = world
  const task: HostileTask = { server: server.url, caData: authority.caData, until, maxSeconds: 840 }
  stdin.end(JSON.stringify(task))
  return JSON.parse(await text(stdout)) as HostileReport
}
