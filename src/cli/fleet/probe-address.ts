import { connect } from 'node:net'
import { connectThroughProxy } from '../../kube/transport/tunnel.ts'

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network is unreachable',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the DNS server does not respond',
}

const PATIENCE_MS = 2_000

/** Where nobody answers. */
export interface Silent {
  readonly host: string
  readonly port: number
  readonly proxy: URL | undefined
}

/** Knocks once and says in plain words why nobody answers: a connection that fails does not tell who asked for more. */
export async function probeAddress({ host, port, proxy }: Silent): Promise<string> {
  if (proxy) return probeProxy(proxy, { host, port })
  return new Promise(resolve => {
    const socket = connect({ host, port })
    const say = (what: string): void => {
      socket.destroy()
      resolve(what)
    }
    socket.setTimeout(PATIENCE_MS, () => say('no response in time'))
    socket.once('connect', () => say('connection lost'))
    socket.once('error', error => say(wordsOf(error)))
  })
}

async function probeProxy(
  proxy: URL,
  end: { readonly host: string; readonly port: number },
): Promise<string> {
  try {
    const { status, socket } = await connectThroughProxy(proxy, end, { timeoutMs: PATIENCE_MS })
    socket?.destroy()
    if (status === 407) return 'the proxy requires a user and a password (HTTP 407)'
    return socket ? 'connection lost' : `the proxy rejects the request (HTTP ${status})`
  } catch (error) {
    return `${wordsOf(error)} by the proxy`
  }
}

function wordsOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return words[code] ?? 'no connection'
}
