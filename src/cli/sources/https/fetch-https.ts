import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { Agent, get } from 'node:https'
import { collectBytes } from '../../io/collect-bytes.ts'
import { SourceReadError } from '../source-read-error.ts'
import { Deadlines, type FetchTimes, fetchTimes } from './deadlines.ts'
import { fetchProblem } from './fetch-problem.ts'
import { checkedAddresses, type Network, pinnedLookup, publicNetwork } from './network.ts'
import { type SourceAddress, shownUrl } from './source-address.ts'

/** Gets the bytes at an address, or undefined when they are more than `limit`. */
export type Fetch = (address: SourceAddress, limit: number) => Promise<Buffer | undefined>

/** Fetches from public servers. Follows no redirect, and asks no proxy: both would hide who is talked to. */
export const fetchHttps: Fetch = fetchFrom(publicNetwork)

/** Makes what fetches from one network. @internal */
export function fetchFrom(network: Network, times: FetchTimes = fetchTimes): Fetch {
  return async (address, limit) => {
    const deadlines = new Deadlines(address.path, times)
    try {
      const answer = await deadlines.watch(ask(address, network, deadlines))
      return await deadlines.watch(bodyOf(answer, address, limit))
    } catch (error) {
      throw fetchProblem(error, address.path)
    } finally {
      deadlines.end()
    }
  }
}

async function ask(address: SourceAddress, network: Network, deadlines: Deadlines): Promise<IncomingMessage> {
  const addresses = await checkedAddresses(address, network)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = get(address.url, {
    lookup: pinnedLookup(addresses),
    // An agent of its own, as the one that all share may have been told of a proxy by the environment.
    agent: new Agent(),
    // Said aloud, as a variable of the environment can turn it off.
    rejectUnauthorized: true,
    ...(network.ca === undefined ? {} : { ca: network.ca }),
    headers: { 'accept-encoding': 'identity', 'user-agent': 'fitout' },
    signal: deadlines.signal,
  })
  request.on('error', reject)
  request.once('response', resolve)
  request.once('socket', socket => {
    socket.once('secureConnect', () => deadlines.connected(socket))
  })
  return promise
}

async function bodyOf(
  answer: IncomingMessage,
  { url, path }: SourceAddress,
  limit: number,
): Promise<Buffer | undefined> {
  const problem = problemOf(answer, url)
  if (problem) throw new SourceReadError(problem.code, path, { cause: problem.cause, verb: 'fetch' })
  if (Number(answer.headers['content-length'] ?? 0) > limit) return undefined
  return collectBytes(answer, limit)
}

interface Problem {
  readonly code: 'REDIRECTED' | 'BAD_ANSWER'
  readonly cause: string
}

function problemOf({ statusCode = 0, headers }: IncomingMessage, url: URL): Problem | undefined {
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
    return { code: 'REDIRECTED', cause: redirect(headers.location, url) }
  }
  if (statusCode !== 200) {
    return {
      code: 'BAD_ANSWER',
      cause: `the server responds with ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trimEnd(),
    }
  }
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return undefined
  return { code: 'BAD_ANSWER', cause: 'the server sends it compressed, which is not supported' }
}

function redirect(location: string, from: URL): string {
  const to = URL.parse(location, from.href)
  if (!to) return 'it redirects to an invalid URL'
  // A query is often a token for this one download: neither shown, nor of use to anybody later.
  const next = to.search ? 'download it, and give the file' : 'give that URL if you trust it'
  return `it redirects to ${shownUrl(to)}; ${next}`
}
