import type { RequestOptions } from 'node:https'
import type { Cluster, KubeConfig, User } from '@kubernetes/client-node'
import { readServerUrl } from '../../domain/kubeconfig/read-server-url.ts'
import { cleanText } from '../answer/clean-text.ts'
import type { Credentials } from '../transport/connection-config.ts'
import { readProxyUrl } from './proxy-for.ts'
import type { UserConnection } from './user-connection.ts'
import { UserKubeconfigError } from './user-kubeconfig-error.ts'

const MAX_NAMES = 3

/** Reads what a context leads to: the current one when none is named. */
export async function readContext(config: KubeConfig, wanted: string | undefined): Promise<UserConnection> {
  const name = wanted ?? config.currentContext
  const context = config.getContextObject(name)
  if (!context) throw noContext(config, name)
  config.setCurrentContext(name)
  const what = `use context "${name}"`
  const { cluster, user } = entriesOf(config, what)
  const server = serverOf(cluster, what)
  const proxy = proxyOf(cluster, what)
  refuseUnsupported(cluster, user, what)
  const auth = credentialsOf(config, user, what)
  // Asked for now, so that a person is told at once what is wrong with them.
  const { caData } = await auth()
  return {
    server,
    auth,
    context: name,
    namespace: context.namespace ?? 'default',
    ...(caData === undefined ? {} : { caData }),
    ...(cluster.tlsServerName ? { serverName: cluster.tlsServerName } : {}),
    ...(proxy === undefined ? {} : { proxy }),
  }
}

function noContext(config: KubeConfig, name: string | undefined): UserKubeconfigError {
  const names = config.contexts.map(context => `"${context.name}"`).toSorted()
  const some = [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ')
  const advice = names.length === 0 ? 'the kubeconfig has no contexts' : `choose one with --context: ${some}`
  const what = name ? `use context "${name}"` : 'choose a context'
  return new UserKubeconfigError('NO_CONTEXT', what, advice)
}

function entriesOf(config: KubeConfig, what: string): { readonly cluster: Cluster; readonly user: User } {
  const cluster = config.getCurrentCluster()
  const user = config.getCurrentUser()
  if (cluster && user) return { cluster, user }
  const part = cluster ? 'user' : 'cluster'
  const advice = `its ${part} is not in the kubeconfig; see kubectl config view`
  throw new UserKubeconfigError('BROKEN_CONTEXT', what, advice)
}

function serverOf({ server }: Cluster, what: string): string {
  const url = readServerUrl(server)
  if (url) return `https://${url.host}:${url.port}${url.path}`
  throw new UserKubeconfigError('NOT_SUPPORTED', what, 'its server must be https://host:port')
}

// Its words are not shown: it may have a password in it.
function proxyOf({ proxyUrl }: Cluster, what: string): string | undefined {
  if (!proxyUrl) return undefined
  const url = readProxyUrl(proxyUrl)
  if (url) return url.href
  throw new UserKubeconfigError(
    'NOT_SUPPORTED',
    what,
    'its proxy-url must be http://host:port or https://host:port',
  )
}

function refuseUnsupported(cluster: Cluster, user: User, what: string): void {
  const reasons = [
    [
      cluster.skipTLSVerify,
      'it disables the check of the server certificate; give it certificate-authority-data instead',
    ],
    [
      user.impersonateUser,
      'it impersonates another user (as), which is not supported; use a context of your own',
    ],
    [user.username, 'it has a user name and password, which Kubernetes no longer supports; use a token'],
  ] as const
  const [, reason] = reasons.find(([isAsked]) => isAsked) ?? []
  if (reason !== undefined) throw new UserKubeconfigError('NOT_SUPPORTED', what, reason)
}

// Many calls at once on a cold start would each start the program of an exec plugin: they share one promise.
function credentialsOf(config: KubeConfig, user: User, what: string) {
  let asking: Promise<Credentials & { readonly caData?: string }> | undefined
  return async () => {
    asking ??= ask(config, user, what).finally(() => (asking = undefined))
    return asking
  }
}

async function ask(
  config: KubeConfig,
  user: User,
  what: string,
): Promise<Credentials & { readonly caData?: string }> {
  const options: RequestOptions = {}
  try {
    await config.applyToHTTPSOptions(options)
  } catch (error) {
    throw new UserKubeconfigError('NO_CREDENTIALS', what, adviceOn(user, error))
  }
  const { ca, cert, key, headers } = options
  const header: unknown = headers && 'Authorization' in headers ? headers['Authorization'] : undefined
  const [, token] = typeof header === 'string' ? (/^Bearer (.+)$/.exec(header) ?? []) : []
  const certificate = textOf(cert)
  const privateKey = textOf(key)
  const caData = textOf(ca)
  return {
    ...(token === undefined ? {} : { token }),
    ...(certificate === undefined || privateKey === undefined ? {} : { certificate, key: privateKey }),
    ...(caData === undefined ? {} : { caData }),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || Buffer.isBuffer(value) ? value.toString() : undefined
}

function adviceOn(user: User, error: unknown): string {
  const exec: unknown = user.exec
  const command = typeof exec === 'object' && exec !== null && 'command' in exec ? exec.command : undefined
  if (typeof command !== 'string') return 'its credentials cannot be read; try kubectl auth whoami'
  return `its program "${command}" returned no credentials: ${whyOfProgram(error)}`
}

// Programs say last what is wrong.
const MAX_LINES = 3

// What it printed to standard output may be a credential, and so may what a parser quotes of it: only what it said on
// standard error is shown, as kubectl does.
function whyOfProgram(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof TypeError)
    return 'what it printed is not an ExecCredential'
  if (!(error instanceof Error)) return 'run it yourself to see why'
  if ('code' in error) {
    return error.code === 'ENOENT' ? 'there is no such program on the PATH' : 'it cannot be started'
  }
  const said = cleanText(error.message.trim().split('\n').slice(-MAX_LINES).join('\n'))
  return said === '' ? 'it failed without output; run it yourself to see why' : `it printed: ${said}`
}
