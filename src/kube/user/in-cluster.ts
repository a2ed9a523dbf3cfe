import { readFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import type { Clock } from '../../engine/clock.ts'
import type { Credentials } from '../transport/connection-config.ts'
import type { UserConnection } from './user-connection.ts'
import { UserKubeconfigError } from './user-kubeconfig-error.ts'

interface InClusterOptions {
  readonly host: string
  readonly port: string
  /** Where the kubelet puts the files of the service account. */
  readonly folder: string
  readonly clock: Clock
}

// The kubelet renews the token long before it ends.
const TOKEN_FRESH_MS = 60_000

/** The way to the API server of the cluster that this process runs in, as its service account. */
export async function inClusterConnection(options: InClusterOptions): Promise<UserConnection> {
  const { host, port, folder } = options
  const auth = tokenReader(options)
  await auth()
  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    caData: await read(`${folder}/ca.crt`),
    auth,
    context: 'in-cluster',
    namespace: (await read(`${folder}/namespace`)).trim(),
  }
}

function tokenReader({ folder, clock }: InClusterOptions): () => Promise<Credentials> {
  let known: { readonly token: string; readonly readAt: number } | undefined
  return async () => {
    const now = clock.elapsed()
    if (!known || now - known.readAt >= TOKEN_FRESH_MS) {
      known = { token: (await read(`${folder}/token`)).trim(), readAt: now }
    }
    return { token: known.token }
  }
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    const advice = 'the pod needs a service account token; set automountServiceAccountToken: true'
    throw new UserKubeconfigError('NO_CREDENTIALS', `read ${path}`, advice)
  }
}
