import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { Failure } from './failure.ts'

/** Where a tunnel leads to. */
interface End {
  readonly host: string
  readonly port: number
}

interface Patience {
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** What a proxy answered when it was asked for a tunnel; the socket is there if it agreed. */
export interface ProxyAnswer {
  readonly status: number
  readonly socket: Socket | undefined
}

/** Asks a proxy to connect to a server, or rejects when the proxy does not answer. */
export async function connectThroughProxy(
  proxy: URL,
  { host, port }: End,
  { timeoutMs, signal }: Patience,
): Promise<ProxyAnswer> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const request = (proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
    host: proxy.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(proxy.port) || (proxy.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...authorizationFor(proxy) },
    agent: false,
    ...(proxy.protocol === 'https:' ? { rejectUnauthorized: true } : {}),
    ...(signal ? { signal } : {}),
  })
  const timer = setTimeout(() => request.destroy(new Failure('Timeout')), timeoutMs)
  try {
    return await new Promise((resolve, reject) => {
      request.on('error', reject)
      // A proxy that answers with a page refuses, whatever its status says.
      request.once('response', ({ statusCode = 0 }) => {
        request.destroy()
        resolve({ status: statusCode, socket: undefined })
      })
      request.once('connect', ({ statusCode = 0 }, socket: Socket) => {
        if (statusCode !== 200) socket.destroy()
        resolve({ status: statusCode, socket: statusCode === 200 ? socket : undefined })
      })
      request.end()
    })
  } finally {
    clearTimeout(timer)
  }
}

/** A connection to a server through a proxy, or a Failure. */
export async function openTunnel(proxy: URL, end: End, patience: Patience): Promise<Socket> {
  const { socket } = await connectThroughProxy(proxy, end, patience)
  if (!socket) throw new Failure('Unreachable')
  return socket
}

function authorizationFor({ username, password }: URL): { readonly 'proxy-authorization'?: string } {
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
