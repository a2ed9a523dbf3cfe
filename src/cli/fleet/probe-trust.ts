import { isIP } from 'node:net'
import { type PeerCertificate, type TLSSocket, connect } from 'node:tls'
import { openTunnel } from '../../kube/transport/tunnel.ts'

/** A server whose certificate is in doubt. */
export interface UntrustedServer {
  readonly host: string
  readonly port: number
  readonly serverName: string | undefined
  readonly caData: string | undefined
  readonly proxy: URL | undefined
}

const PATIENCE_MS = 2_000
const UNKNOWN = 'its certificate is not trusted'

/** Shakes hands once, sends nothing, and says in plain words why the certificate of a server is not trusted. */
export async function probeTrust(server: UntrustedServer): Promise<string> {
  try {
    const socket = await shakeHands(server)
    const words = wordsOf(server, socket)
    socket.destroy()
    return words
  } catch {
    return UNKNOWN
  }
}

async function shakeHands({ host, port, serverName, caData, proxy }: UntrustedServer): Promise<TLSSocket> {
  const tunnel = proxy && (await openTunnel(proxy, { host, port }, { timeoutMs: PATIENCE_MS }))
  const name = serverName ?? (isIP(host) === 0 ? host : undefined)
  const socket = connect({
    host,
    port,
    // Only to look at what is wrong with it: the socket carries nothing.
    rejectUnauthorized: false,
    ...(tunnel ? { socket: tunnel } : {}),
    ...(name === undefined ? {} : { servername: name }),
    ...(caData === undefined ? {} : { ca: caData }),
  })
  return new Promise((resolve, reject) => {
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no response')))
    socket.on('error', reject)
    socket.once('secureConnect', () => resolve(socket))
  })
}

function wordsOf({ host, serverName, caData }: UntrustedServer, socket: TLSSocket): string {
  const certificate = socket.getPeerCertificate()
  const problem = String(socket.authorizationError)
  if (problem === 'CERT_HAS_EXPIRED') return `its certificate expired at ${instant(certificate.valid_to)}`
  if (problem === 'CERT_NOT_YET_VALID') {
    return `its certificate is valid only from ${instant(certificate.valid_from)}; is the clock of this machine right?`
  }
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `its certificate is for ${namesIn(certificate)}, not for ${serverName ?? host}`
  }
  if (!/SELF_SIGNED|UNABLE_TO|SIGNATURE_FAILURE/.test(problem)) return UNKNOWN
  const known = caData === undefined ? 'this machine does not trust' : 'the kubeconfig does not name'
  return `its certificate is signed by an authority that ${known} (certificate-authority-data)`
}

function instant(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? 'an unknown time' : date.toISOString().replace('.000Z', 'Z')
}

// What the other side wrote: no more of it than names are made of.
function namesIn({ subjectaltname = '' }: PeerCertificate): string {
  const names = subjectaltname
    .split(', ')
    .map(entry => entry.replace(/^(?:DNS|IP Address):/, ''))
    .filter(name => /^[\w*.:-]{1,253}$/.test(name))
  return names.length === 0 ? 'no name' : names.slice(0, 3).join(', ')
}
