import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from './http-exchange.ts'

/**
 * What a workload cluster does to whoever reads it. `everything` does another harm to each kind.
 *
 * All answer who they are and that they are ready: only so does anybody continue to read from them.
 */
export type Hostility = 'pages' | 'added' | 'flood' | 'everything' | 'black-hole' | 'drip'

const PAGE_BYTES = 15 * 1024 * 1024
const OBJECT_BYTES = 100 * 1024

/** Answers in a harmful way where a cluster of this hostility does; returns whether it did. */
export async function hostileAnswer(hostility: Hostility, exchange: Exchange): Promise<boolean> {
  if (exchange.method !== 'GET') return false
  if (hostility === 'drip') return drip(exchange)
  const place = collectionAt(exchange.path)
  if (!place) return false
  const isWatch = exchange.query.get('watch') === 'true'
  const harm = hostility === 'everything' ? harmFor(place) : hostility
  if (harm === 'pages' && !isWatch) return endlessPages(exchange, place)
  if (harm === 'added' && isWatch) return endlessEvents(exchange, number => event('ADDED', place, number))
  if (harm === 'flood' && isWatch) {
    const same = Buffer.from(event('MODIFIED', place, 1).repeat(100))
    return endlessEvents(exchange, () => same)
  }
  return false
}

/** An address that takes connections and never says a word. */
export async function openBlackHole(): Promise<{
  readonly port: number
  readonly close: () => Promise<void>
}> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

interface Collection {
  readonly apiVersion: string
  readonly plural: string
  readonly namespace: string | undefined
}

function collectionAt(path: string): Collection | undefined {
  const found = /^\/(?:api|apis\/([^/]+))\/([^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)$/.exec(path)
  if (!found) return undefined
  const [, group, version = '', namespace, plural = ''] = found
  return { apiVersion: group === undefined ? version : `${group}/${version}`, plural, namespace }
}

function harmFor({ plural }: Collection): Hostility {
  if (plural === 'daemonsets') return 'added'
  return plural === 'deployments' ? 'flood' : 'pages'
}

const kinds: Readonly<Record<string, string>> = {
  daemonsets: 'DaemonSet',
  deployments: 'Deployment',
  namespaces: 'Namespace',
  customresourcedefinitions: 'CustomResourceDefinition',
}

function kindOf({ plural }: Collection): string {
  return kinds[plural] ?? 'Secret'
}

const padding = 'x'.repeat(OBJECT_BYTES)

function object({ namespace }: Collection, number: number): object {
  const name = `harm-${number}`
  return {
    metadata: { name, uid: name, resourceVersion: String(number), ...(namespace ? { namespace } : {}) },
    spec: { padding },
  }
}

function event(type: string, place: Collection, number: number): string {
  const { apiVersion } = place
  const size = type === 'ADDED' ? {} : { spec: {} }
  const changed = { apiVersion, kind: kindOf(place), ...object(place, 1_000_000 + number), ...size }
  return `${JSON.stringify({ type, object: changed })}\n`
}

async function endlessPages(exchange: Exchange, place: Collection): Promise<boolean> {
  const number = Number(exchange.query.get('continue') ?? 0)
  const { apiVersion } = place
  exchange.head(200, 'application/json')
  const metadata = JSON.stringify({ resourceVersion: '1', continue: String(number + 1) })
  exchange.write(
    `{"apiVersion":"${apiVersion}","kind":"${kindOf(place)}List","metadata":${metadata},"items":[`,
  )
  const count = Math.floor(PAGE_BYTES / OBJECT_BYTES) - 1
  for (let index = 0; index < count && !exchange.isOver(); index += 1) {
    const item = JSON.stringify(object(place, number * count + index))
    if (!exchange.write(index === 0 ? item : `,${item}`)) await exchange.drained()
  }
  exchange.end(']}')
  return true
}

async function endlessEvents(
  exchange: Exchange,
  next: (number: number) => string | Buffer,
): Promise<boolean> {
  exchange.head(200, 'application/json')
  for (let number = 0; !exchange.isOver(); number += 1) {
    if (!exchange.write(next(number))) await exchange.drained()
    // Others want to be answered too.
    else await new Promise(resolve => void setImmediate(resolve))
  }
  return true
}

async function drip(exchange: Exchange): Promise<boolean> {
  exchange.head(200, 'application/json')
  while (!exchange.isOver()) {
    exchange.write(' ')
    await sleep(1000)
  }
  return true
}
