import { callForge, type ForgeApi } from './forge-request.ts'
import { ForgeError } from './forge-error.ts'

/** The comments of one merge request. */
export interface CommentStore {
  /** `merge request !7 of platform/fleet`. */
  readonly name: string
  readonly api: ForgeApi
  /** The address of the comments. */
  readonly list: string
  /** The address of one of them. */
  readonly one: (id: number) => string
  readonly update: 'PUT' | 'PATCH'
  /** How a page of this many comments is asked for; undefined where all come at once. */
  readonly pages: { readonly size: number; readonly query: string } | undefined
}

/** What was done, and where it is. */
export interface PostedComment {
  readonly outcome: 'created' | 'renewed' | 'unchanged'
  readonly others: number
}

const MOST_PAGES = 100

/** Writes the one comment that holds a mark: renews it if it is there, and creates it otherwise. */
export async function postComment(store: CommentStore, body: string, mark: string): Promise<PostedComment> {
  const own = await commentsWith(store, mark)
  for (const comment of own) {
    if (sameText(comment.body, body)) return { outcome: 'unchanged', others: own.length - 1 }
    if (await renewed(store, comment.id, body)) return { outcome: 'renewed', others: own.length - 1 }
  }
  await callForge(store.api, {
    method: 'POST',
    path: store.list,
    body: { body },
    what: `write a comment to ${store.name}`,
  })
  return { outcome: 'created', others: own.length }
}

// Another client may have written a comment with our mark: it is theirs, and not in our way.
async function renewed(store: CommentStore, id: number, body: string): Promise<boolean> {
  const what = `renew the comment of ${store.name}`
  try {
    await callForge(store.api, { method: store.update, path: store.one(id), body: { body }, what })
    return true
  } catch (error) {
    if (error instanceof ForgeError && (error.code === 'NOT_ALLOWED' || error.code === 'NOT_FOUND'))
      return false
    throw error
  }
}

function sameText(a: string, b: string): boolean {
  return a.replaceAll('\r\n', '\n').trimEnd() === b.trimEnd()
}

interface Comment {
  readonly id: number
  readonly body: string
}

// The oldest comes first: that one is renewed.
async function commentsWith(store: CommentStore, mark: string): Promise<readonly Comment[]> {
  const found: Comment[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = store.pages ? `?${store.pages.query}=${store.pages.size}&page=${page}` : ''
    const what = `list the comments of ${store.name}`
    const value = await callForge(store.api, { method: 'GET', path: `${store.list}${query}`, what })
    if (!Array.isArray(value))
      throw new ForgeError(
        'UNEXPECTED',
        `cannot ${what}: the answer of ${store.api.url.host} is not a list`,
        { fix: 'check --forge-url: it is the address of the API' },
      )
    const comments: readonly unknown[] = value
    found.push(...comments.flatMap(one => commentIn(one, mark)))
    if (!store.pages || comments.length < store.pages.size) break
  }
  return found.toSorted((a, b) => a.id - b.id)
}

// Only what begins with the mark is ours: someone may quote it.
function commentIn(value: unknown, mark: string): readonly Comment[] {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('body' in value)) return []
  const { id, body } = value
  const isOwn = typeof id === 'number' && typeof body === 'string' && body.startsWith(mark)
  return isOwn ? [{ id, body }] : []
}
