import type { IncomingHttpHeaders } from 'node:http'
import { blobOf, type GitModel, type ModelFile, type ModelRequest } from './git-model.ts'

/** The token that every model of a forge takes. */
export const CANARY = 'CANARY-token-1'

/** One request to a model of a forge. */
export interface DialectCall {
  readonly method: string
  /** Behind the address of the API. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

export interface DialectAnswer {
  readonly status: number
  readonly value?: unknown
}

/** How a forge speaks: what its published API takes. A request of another form is a fault. */
export interface Dialect {
  readonly base: string
  readonly login: (headers: IncomingHttpHeaders) => boolean
  readonly answer: (call: DialectCall, model: GitModel) => DialectAnswer | undefined
}

export const notFound: DialectAnswer = { status: 404, value: { message: 'not found' } }

export function ok(value: unknown): DialectAnswer {
  return { status: 200, value }
}

export function hasKeys(body: Readonly<Record<string, unknown>>, keys: string): boolean {
  return Object.keys(body).toSorted().join(' ') === keys
}

export function textFromBase64(value: unknown): string {
  return Buffer.from(String(value), 'base64').toString('utf8')
}

/** Base64 in lines, as GitHub and Gitea may break it. */
function linesOfBase64(text: string): string {
  return Buffer.from(text).toString('base64').replaceAll(/.{60}/g, '$&\n')
}

export function contentsOf(path: string, file: ModelFile | undefined): DialectAnswer {
  if (!file) return notFound
  const isFile = file.mode === '100644'
  return ok({
    type: isFile ? 'file' : 'symlink',
    path,
    sha: blobOf(file.text),
    ...(isFile ? { encoding: 'base64', content: linesOfBase64(file.text) } : { target: file.text }),
  })
}

/** A pull request as GitHub and Gitea tell it. */
/** A tree with all that is below it, as GitHub and Gitea answer with it. */
export function treeOf(commit: string, model: GitModel): DialectAnswer {
  const tree = [...model.treeOf(commit)].map(([path, { mode }]) => ({ path, mode, type: 'blob' }))
  return ok({ sha: commit, tree, truncated: false })
}

/** A pull request, as GitHub and Gitea answer with it. */
export function pullOf(request: ModelRequest): Readonly<Record<string, unknown>> {
  const { number, title, body, branch, base, head, start, state } = request
  return {
    number,
    title,
    body,
    state: state === 'open' ? 'open' : 'closed',
    merged: state === 'merged',
    merged_at: state === 'merged' ? '2026-11-19T10:00:00Z' : null,
    html_url: `https://forge.example.com/platform/fleet/pulls/${number}`,
    user: { login: 'ada' },
    head: { ref: branch, sha: head },
    base: { ref: base, sha: start },
    created_at: `2026-11-19T09:0${number}:00Z`,
  }
}

/** One page of what there is, the newest first. */
export function pageOf<Item>(
  items: readonly Item[],
  size: string | null,
  page: string | null,
): readonly Item[] {
  const [length, index] = [Number(size ?? '30'), Number(page ?? '1') - 1]
  return items.toReversed().slice(index * length, (index + 1) * length)
}
