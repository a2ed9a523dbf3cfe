import type { ForgeApi } from './forge-request.ts'

/** The kinds of forges. */
export type ForgeKind = 'gitlab' | 'github' | 'gitea'

/** A repository on a forge, and a token for it. */
export interface ForgeAccess {
  readonly kind: ForgeKind
  /** The address of the API, such as `https://gitlab.example.com/api/v4`. */
  readonly url: URL
  /** `group/project`, or a number in GitLab. */
  readonly project: string
  readonly token: string
  /** How the token is called, for people. */
  readonly tokenName: string
}

/** How long calls take, and how tries are spaced. */
export type ForgeTiming = Pick<ForgeApi, 'timeoutMs' | 'sleep'>

const headers: Readonly<Record<ForgeKind, (token: string) => ForgeApi['headers']>> = {
  gitlab: token => ({ 'private-token': token }),
  github: token => ({
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'x-github-api-version': '2022-11-28',
  }),
  gitea: token => ({ authorization: `token ${token}` }),
}

/** The API of a forge, with the token for its own server. */
export function forgeApi({ kind, url, token, tokenName }: ForgeAccess, timing: ForgeTiming): ForgeApi {
  return { url, tokenName, token, headers: headers[kind](token), ...timing }
}

/** A path, or the name of a project, as a part of an address: each step by itself. */
export function addressSegments(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
