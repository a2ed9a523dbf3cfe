import { isIP } from 'node:net'
import {
  type SecureContext,
  type SecureContextOptions,
  type TLSSocket,
  connect,
  createSecureContext,
} from 'node:tls'
import type { Credentials } from './connection-config.ts'
import { Failure, failureOf } from './failure.ts'
import { PlainStream } from './plain-stream.ts'
import { openTunnel } from './tunnel.ts'

/** Where to connect to, and how both sides are known. */
export interface Target {
  readonly host: string
  readonly port: number
  readonly serverName: string | undefined
  readonly context: SecureContext
  readonly proxy: URL | undefined
}

interface TrustOptions {
  readonly caData: string | undefined
  readonly credentials: Credentials
}

/** What all connections to a server with these credentials share. */
export function secureContextOf({ caData, credentials }: TrustOptions): SecureContext {
  const trust = { minVersion: 'TLSv1.2' as const, ...(caData === undefined ? {} : { ca: caData }) }
  const { certificate, key } = credentials
  const identity = certificate === undefined || key === undefined ? {} : { cert: certificate, key }
  try {
    return createSecureContext({ ...trust, ...identity })
  } catch {
    // OpenSSL's words for a bad key are nobody's business. A second one, only to tell which is bad: each takes 30 KB.
    throw new Failure(isUsable(trust) ? 'Unauthorized' : 'NotTrusted')
  }
}

function isUsable(options: SecureContextOptions): boolean {
  try {
    createSecureContext(options)
    return true
  } catch {
    return false
  }
}

/** `h2` and `http/1.1`, each after its length. Of any other type, they would hold 64 KB of a pool while a connection lives. */
const ALPNProtocols = new DataView(Uint8Array.from(Buffer.from('\x02h2\x08http/1.1')).buffer)

/** The options of a TLS connection; said out loud, so that no environment variable can weaken them. */
export function tlsOptions({ host, port, serverName, context }: Target) {
  const name = serverName ?? (isIP(host) === 0 ? host : undefined)
  return {
    host,
    port,
    secureContext: context,
    rejectUnauthorized: true,
    ...(name === undefined ? {} : { servername: name }),
  }
}

const KEEP_ALIVE_MS = 30_000

/** Connects and checks the server, or throws a Failure. */
export async function dial(
  target: Target,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<TLSSocket> {
  const tunnel = target.proxy && (await tunnelTo(target, target.proxy, { timeoutMs, signal }))
  const way = tunnel ?? new PlainStream(target)
  way.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS)
  const socket = connect({ ...tlsOptions(target), socket: way, ALPNProtocols })
  const stop = () => socket.destroy(new Failure('Cancelled'))
  const timer = setTimeout(() => socket.destroy(new Failure('Timeout')), timeoutMs)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await secured(socket)
    // Looked at once more: all trust rests on it.
    if (!socket.authorized) throw new Failure('NotTrusted')
    return socket
  } catch (error) {
    socket.destroy()
    throw failureOf(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

async function tunnelTo(target: Target, proxy: URL, patience: Parameters<typeof openTunnel>[2]) {
  try {
    return await openTunnel(proxy, target, patience)
  } catch (error) {
    throw failureOf(error)
  }
}

async function secured(socket: TLSSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    // Stays, as an error that nobody listens to ends the process.
    socket.on('error', reject)
    socket.once('close', () => reject(new Failure('Unreachable')))
    socket.once('secureConnect', resolve)
  })
}
