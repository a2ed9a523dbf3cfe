import { apiAddress, apiSamples, ciReaders, OWN_TOKEN, tokenIn } from './find-merge-request.ts'
import type { ForgeAccess, ForgeKind } from './forge-access.ts'

/** What is known of a repository and its forge. */
export interface ForgeSetting {
  /** `git.url` of fitout.yaml. */
  readonly gitUrl: string
  readonly kind: ForgeKind
  /** The hosts that the clone itself is connected with: a token goes to no other. */
  readonly remoteHosts: readonly string[]
  readonly flags: { readonly 'forge-url': string | undefined; readonly project: string | undefined }
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A repository on its forge, with a token; or what is missing. */
export type FoundForge =
  | { readonly ok: true; readonly access: ForgeAccess }
  | { readonly ok: false; readonly message: string; readonly fix: string }

/** A repository on its forge; or what is missing. */
export type FoundForgePlace =
  | { readonly ok: true; readonly place: Omit<ForgeAccess, 'token' | 'tokenName'> }
  | Extract<FoundForge, { readonly ok: false }>

/** Finds the API of the forge of a repository, and a token for it: flags first, then fitout.yaml. */
export function findForge(setting: ForgeSetting): FoundForge {
  const found = findForgePlace(setting)
  if (!found.ok) return found
  const { kind, env } = setting
  const token = forgeToken(kind, env)
  if (token) return { ok: true, access: { ...found.place, ...token } }
  return problem(
    'a token is missing',
    `give ${[OWN_TOKEN, ...ciReaders[kind]({}).tokens].join(', or ')} in the environment: it must be allowed to push branches and to open merge requests`,
  )
}

/** The token for a forge that the environment has. */
export function forgeToken(
  kind: ForgeKind,
  env: ForgeSetting['env'],
): Pick<ForgeAccess, 'token' | 'tokenName'> | undefined {
  return tokenIn(env, ciReaders[kind]({}).tokens)
}

/** Finds the API of the forge of a repository. */
export function findForgePlace({
  gitUrl,
  kind,
  remoteHosts,
  flags,
}: Omit<ForgeSetting, 'env'>): FoundForgePlace {
  const git = partsOf(gitUrl)
  const said = flags['forge-url']
  const url = said === undefined ? git && apiOf(kind, git) : apiAddress(said)
  if (!url) {
    const what = said === undefined ? `git.url ${JSON.stringify(gitUrl)}` : 'flag "--forge-url"'
    return problem(`${what} does not say where the API is`, `give --forge-url ${apiSamples[kind]}`)
  }
  // Whoever changes fitout.yaml must not get the token of who reviews it.
  if (said === undefined && git && !remoteHosts.includes(git.host))
    return problem(
      `fitout.yaml names ${git.host}, and no remote of this clone is there: no token is sent to it`,
      `give --forge-url ${url.href}, if that is right`,
    )
  const project = flags.project ?? git?.project ?? ''
  if (project === '') return problem('the project is missing', 'give --project group/name')
  return { ok: true, place: { kind, url, project } }
}

function problem(what: string, fix: string): Extract<FoundForge, { readonly ok: false }> {
  return { ok: false, message: `cannot open a merge request: ${what}`, fix }
}

interface GitAddress {
  readonly protocol: string
  /** Without a port: that of SSH is not that of the API. */
  readonly host: string
  readonly authority: string
  readonly project: string
}

function partsOf(gitUrl: string): GitAddress | undefined {
  const url = URL.parse(gitUrl)
  if (!url || url.hostname === '') return undefined
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return {
    protocol: isWeb ? url.protocol : 'https:',
    host: url.hostname,
    authority: isWeb ? url.host : url.hostname,
    project: decodeURIComponent(url.pathname)
      .replace(/^\/+/, '')
      .replace(/(?:\.git)?\/*$/, ''),
  }
}

const apiPaths: Readonly<Record<ForgeKind, string>> = {
  gitlab: '/api/v4',
  github: '/api/v3',
  gitea: '/api/v1',
}

function apiOf(kind: ForgeKind, { protocol, host, authority }: GitAddress): URL {
  if (kind === 'github' && host === 'github.com') return new URL('https://api.github.com')
  return new URL(`${protocol}//${authority}${apiPaths[kind]}`)
}

/** The host of an address that Git takes, `git@host:group/name` among them; undefined if it names none. */
export function gitHostName(address: string): string | undefined {
  const scp = /^(?:[^@/:\s]+@)?([\w.-]+):(?!\/\/)/.exec(address)?.[1]
  return scp ?? (URL.parse(address)?.hostname || undefined)
}
