import type { ForgeKind } from './forge-access.ts'
import type { MergeRequest } from './merge-request.ts'

/** What was said on the command line. */
export interface MergeRequestFlags {
  readonly forge: ForgeKind | undefined
  readonly 'forge-url': string | undefined
  readonly project: string | undefined
  readonly 'merge-request': string | undefined
}

type Env = Readonly<Record<string, string | undefined>>

/** A merge request, or what is missing to find it. */
export type FoundMergeRequest = { readonly ok: true; readonly request: MergeRequest } | Missing

interface Missing {
  readonly ok: false
  readonly message: string
  readonly fix: string
}

/** The variable that holds the token, unless CI gives one. */
export const OWN_TOKEN = 'FITOUT_FORGE_TOKEN'

/** Finds the merge request of a job, and a token for it: flags first, then what CI says. */
export function findMergeRequest(flags: MergeRequestFlags, env: Env): FoundMergeRequest {
  const kind = flags.forge ?? kindIn(env)
  if (kind === undefined)
    return missing('which forge the merge request is on', '--forge gitlab|github|gitea, or run it in CI')
  const said = ciReaders[kind](env)
  const address = flags['forge-url'] ?? said.url
  if (address === undefined || address === '')
    return missing('the address of the API of the forge', `--forge-url ${apiSamples[kind]}`)
  const url = apiAddress(address)
  if (!url)
    return {
      ok: false,
      message: `cannot post the plan: ${JSON.stringify(shown(address))} is not an http(s) address without a password`,
      fix: `write --forge-url ${apiSamples[kind]}`,
    }
  const project = flags.project ?? said.project ?? ''
  if (project === '') return missing('the project of the merge request', '--project group/name')
  const number = flags['merge-request'] ?? said.number ?? ''
  if (number === '')
    return missing(
      'the number of the merge request',
      '--merge-request <number>, or run it in the pipeline of a merge request',
    )
  if (!/^[1-9]\d{0,9}$/.test(number))
    return {
      ok: false,
      message: `cannot post the plan: ${JSON.stringify(number)} is not the number of a merge request`,
      fix: 'write --merge-request 7',
    }
  const token = tokenIn(env, said.tokens)
  if (!token) return missing('a token', `${[OWN_TOKEN, ...said.tokens].join(', or ')} in the environment`)
  return { ok: true, request: { kind, url, project, number, ...token } }
}

function missing(what: string, how: string): Missing {
  return { ok: false, message: `cannot post the plan: ${what} is missing`, fix: `give ${how}` }
}

/** Sample addresses of APIs. */
export const apiSamples: Readonly<Record<ForgeKind, string>> = {
  gitlab: 'https://gitlab.example.com/api/v4',
  github: 'https://api.github.com',
  gitea: 'https://gitea.example.com/api/v1',
}

interface Said {
  readonly url: string | undefined
  readonly project: string | undefined
  readonly number: string | undefined
  /** Variables that may hold a token, in this order. */
  readonly tokens: readonly string[]
}

/** What the CI of each forge says. */
export const ciReaders: Readonly<Record<ForgeKind, (env: Env) => Said>> = {
  gitlab: env => ({
    url: env['CI_API_V4_URL'],
    project: env['CI_MERGE_REQUEST_PROJECT_PATH'] ?? env['CI_PROJECT_PATH'],
    number: env['CI_MERGE_REQUEST_IID'],
    tokens: ['GITLAB_TOKEN'],
  }),
  github: env => ({
    url: env['GITHUB_API_URL'],
    project: env['GITHUB_REPOSITORY'],
    number: pullNumber(env),
    tokens: ['GITHUB_TOKEN', 'GH_TOKEN'],
  }),
  gitea: env => ({
    url: env['GITEA_API_URL'] ?? env['GITHUB_API_URL'],
    project: env['GITHUB_REPOSITORY'],
    number: pullNumber(env),
    tokens: ['GITEA_TOKEN', 'GITHUB_TOKEN'],
  }),
}

// `refs/pull/7/merge`
function pullNumber(env: Env): string | undefined {
  return /^refs\/pull\/(\d+)\//.exec(env['GITHUB_REF'] ?? '')?.[1]
}

function kindIn(env: Env): ForgeKind | undefined {
  if (env['GITEA_ACTIONS'] === 'true') return 'gitea'
  if (env['GITHUB_ACTIONS'] === 'true') return 'github'
  return env['GITLAB_CI'] === 'true' ? 'gitlab' : undefined
}

/** The first token that the environment has. */
export function tokenIn(
  env: Env,
  names: readonly string[],
): Pick<MergeRequest, 'token' | 'tokenName'> | undefined {
  for (const tokenName of [OWN_TOKEN, ...names]) {
    const token = env[tokenName]?.trim() ?? ''
    if (token !== '') return { token, tokenName }
  }
  return undefined
}

/** An address of an API; undefined for one that is none, or holds a password. */
export function apiAddress(address: string): URL | undefined {
  const url = URL.parse(address)
  const isUsable =
    url &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === ''
  return isUsable ? url : undefined
}

function shown(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//…@')
}
