import { connect } from 'node:net'

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name server does not answer',
}

const PATIENCE_MS = 2_000

/** Knocks once and says in plain words why nobody answers: a connection that fails does not tell who asked for more. */
export async function probeAddress(host: string, port: number): Promise<string> {
  return new Promise(resolve => {
    const socket = connect({ host, port })
    const say = (what: string): void => {
      socket.destroy()
      resolve(what)
    }
    socket.setTimeout(PATIENCE_MS, () => say('no answer in time'))
    socket.once('connect', () => say('connection lost'))
    socket.once('error', (error: NodeJS.ErrnoException) => say(words[error.code ?? ''] ?? 'no connection'))
  })
}
