import { SecretValue } from '../../domain/hand-over/secret-value.ts'
import { findForgePlace } from '../../forge/find-forge.ts'
import type { ForgeKind } from '../../forge/forge-access.ts'
import { readKey } from '../../kube/notify/http-sink.ts'
import type { FleetGitPlace } from '../../server/git/fleet-git.ts'
import { CALLBACK_PATH } from '../../server/identity/login-routes.ts'
import { isLoopbackHost } from '../../server/identity/loopback-host.ts'
import type { OidcSettings } from '../../server/identity/oidc-provider.ts'
import { Refusal } from '../command/refusal.ts'

/** The flags of a console that stands behind a login. Those of OpenID Connect are those of kube-apiserver. */
export interface LoginFlags {
  readonly address?: string | undefined
  readonly 'public-url'?: string | undefined
  readonly 'oidc-issuer-url'?: string | undefined
  readonly 'oidc-client-id'?: string | undefined
  readonly 'oidc-client-secret-file'?: string | undefined
  readonly 'oidc-username-claim': string
  readonly 'oidc-username-prefix'?: string | undefined
  readonly 'oidc-groups-claim': string
  readonly 'oidc-groups-prefix'?: string | undefined
  readonly 'git-url'?: string | undefined
  readonly 'git-kind': ForgeKind
  readonly 'git-branch': string
}

/** Where the console listens, where people find it, and who knows them. */
export interface LoginSettings {
  readonly listen: { readonly host: string; readonly port: number }
  readonly publicUrl: URL
  readonly oidc: OidcSettings
  readonly git: FleetGitPlace | undefined
}

const needLogin = [
  'address',
  'git-url',
  'oidc-issuer-url',
  'oidc-client-id',
  'oidc-client-secret-file',
] as const
const ADDRESS = '127.0.0.1:8080'

/** Reads the flags of a login; undefined if there is to be none. Refuses with the flag that is wrong. */
export async function readLoginSettings(flags: LoginFlags): Promise<LoginSettings | undefined> {
  const { 'public-url': publicText, address = ADDRESS } = flags
  if (publicText === undefined) {
    const alone = needLogin.find(name => flags[name] !== undefined)
    // Without a login whoever reaches the console would be the one who runs it.
    if (alone !== undefined) throw wrongLoginFlag(alone, 'it requires "--public-url", and a login')
    return undefined
  }
  const publicUrl = originIn('public-url', publicText)
  return { listen: listenIn(address), publicUrl, oidc: await oidcIn(flags, publicUrl), git: gitIn(flags) }
}

function gitIn({
  'git-url': text = '',
  'git-kind': kind,
  'git-branch': base,
}: LoginFlags): FleetGitPlace | undefined {
  if (text === '') return undefined
  const { hostname, href } = webAddressIn('git-url', text)
  const flags = { 'forge-url': undefined, project: undefined }
  const found = findForgePlace({ gitUrl: href, kind, remoteHosts: [hostname], flags })
  if (found.ok) return { ...found.place, base }
  throw wrongLoginFlag('git-url', 'it must name a repository: https://git.example.com/platform/fleet')
}

async function oidcIn(flags: LoginFlags, publicUrl: URL): Promise<OidcSettings> {
  const issuer = webAddressIn('oidc-issuer-url', demand(flags, 'oidc-issuer-url'))
  const claim = flags['oidc-username-claim']
  return {
    issuer,
    clientId: demand(flags, 'oidc-client-id'),
    clientSecret: await secretIn(flags['oidc-client-secret-file']),
    redirectUri: new URL(CALLBACK_PATH, publicUrl).href,
    scopes: ['profile', 'email', 'groups'],
    usernameClaim: claim,
    usernamePrefix: usernamePrefix(claim, flags),
    groupsClaim: flags['oidc-groups-claim'],
    groupsPrefix: flags['oidc-groups-prefix'] ?? '',
  }
}

// As kube-apiserver: what is unique at one provider alone gets its address in front.
function usernamePrefix(claim: string, flags: LoginFlags): string {
  const { 'oidc-username-prefix': prefix = '', 'oidc-issuer-url': issuer = '' } = flags
  if (prefix === '-') return ''
  return prefix === '' && claim !== 'email' ? `${issuer}#` : prefix
}

async function secretIn(file: string | undefined): Promise<SecretValue | undefined> {
  if (file === undefined) return undefined
  const text = await readKey(file)
  if (text !== undefined) return SecretValue.ofText(text)
  throw wrongLoginFlag('oidc-client-secret-file', `${JSON.stringify(file)} cannot be read, or is empty`)
}

function demand(flags: LoginFlags, name: 'oidc-issuer-url' | 'oidc-client-id'): string {
  const text = flags[name] ?? ''
  if (text === '') throw wrongLoginFlag('public-url', `it requires "--${name}"`)
  return text
}

function originIn(flag: string, text: string): URL {
  const url = webAddressIn(flag, text)
  if (url.pathname === '/') return url
  throw wrongLoginFlag(flag, 'it must have no path: the console needs a host of its own')
}

// Not quoted: an address can hold a password.
function webAddressIn(flag: string, text: string): URL {
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (!url || !isSafe) throw wrongLoginFlag(flag, 'it must be an address with https')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw wrongLoginFlag(flag, 'it must have no user, password, query or fragment')
  return url
}

function listenIn(text: string): LoginSettings['listen'] {
  const [, host = '', port = ''] = /^(\[[0-9a-fA-F:]+\]|[^:\s]+):(\d{1,5})$/.exec(text) ?? []
  if (host === '' || Number(port) > 65_535)
    throw wrongLoginFlag('address', `${JSON.stringify(text)} is not a host and a port`)
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }
}

function wrongLoginFlag(flag: string, cause: string): Refusal {
  return new Refusal(`flag "--${flag}": ${cause}`, { exitCode: 2, hint: 'fitout console --help' })
}
