import type { Page, PageCall, Selection } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Kind } from '../kinds/kind.ts'
import { present } from './present.ts'
import { refusal } from './refusal.ts'
import { matcherOf } from './selection.ts'
import type { Store } from './store.ts'

/** A list that is asked for. `horizon` is the newest version that may be shown. */
export interface ListRequest extends PageCall {
  readonly selection: Selection
  readonly kind: Kind
  readonly horizon: number
}

/** One page of a list. All pages show one version: that of the first. */
export function listPage(store: Store, request: ListRequest): Page {
  const { selection, kind, limit = 0 } = request
  const matches = matcherOf(selection, kind)
  const { revision, after } = positionOf(store, request)
  const prefix =
    selection.namespace === undefined || kind.scope === 'Cluster' ? '' : `${selection.namespace}/`

  const items: KubeObject[] = []
  let last: string | undefined
  let hasMore = false
  for (const [key, object] of store.table(kind).listAt(revision, { prefix, after })) {
    // What comes after the page need not match: a server does not look that far.
    if (limit > 0 && items.length === limit) {
      hasMore = true
      break
    }
    last = key
    if (matches(object)) items.push(present(object, selection))
  }
  const page = { items, resourceVersion: String(revision) }
  return hasMore && last !== undefined ? { ...page, continue: tokenOf(revision, last) } : page
}

function positionOf(
  store: Store,
  request: ListRequest,
): { readonly revision: number; readonly after: string } {
  const { selection, horizon } = request
  if (!request.continue) return { revision: horizon, after: '' }
  const [, version, after = ''] = /^(\d{1,16}):(.+)$/.exec(request.continue) ?? []
  const subject = { verb: 'list', ...selection }
  if (version === undefined) throw refusal('Invalid', subject, 'invalid continue token')
  if (Number(version) < store.compacted)
    throw refusal('Gone', subject, 'the provided continue parameter is too old')
  return { revision: Number(version), after }
}

function tokenOf(revision: number, last: string): string {
  return `${revision}:${last}`
}
