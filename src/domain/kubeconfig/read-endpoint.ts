import type { KubeconfigFields, KubeconfigRefusal } from './kubeconfig-fields.ts'
import { readPemData } from './read-pem-data.ts'
import { isServerName, readServerUrl } from './read-server-url.ts'

/** Where a server is and how it is known. */
interface Endpoint {
  readonly server: string
  readonly caData: string
  readonly serverName?: string
}

// Compression is never asked for, so turning it off changes nothing.
const FIELDS = [
  'server',
  'certificate-authority-data',
  'tls-server-name',
  'disable-compression',
  'extensions',
]

const refusals: Readonly<Record<string, KubeconfigRefusal>> = {
  'insecure-skip-tls-verify': ['NOT_VERIFIED', 'insecure-skip-tls-verify is not supported'],
  'certificate-authority': [
    'READS_FILE',
    'certificate-authority names a file; put its content into certificate-authority-data',
  ],
  'proxy-url': ['USES_PROXY', 'proxy-url is not supported'],
}

/** Reads the address of a cluster and what its certificate is checked with. */
export function readEndpoint(cluster: KubeconfigFields): Endpoint {
  cluster.allowOnly(FIELDS, refusals)
  const serverName = cluster.text('tls-server-name')
  if (serverName !== undefined && !isServerName(serverName)) {
    cluster.refuse('BAD_SERVER_NAME', 'tls-server-name', 'tls-server-name must be a DNS name')
  }
  return {
    server: readServer(cluster),
    caData: readPemData(cluster, 'certificate-authority-data', 'certificates'),
    ...(serverName === undefined ? {} : { serverName }),
  }
}

function readServer(cluster: KubeconfigFields): string {
  const url = readServerUrl(cluster.neededText('server'))
  if (!url) {
    const reason = 'server must be https://host:port, without user, query and fragment'
    cluster.refuse('BAD_SERVER', 'server', reason)
  }
  return `https://${url.host}:${url.port}${url.path}`
}
