import { ApiError, hasCode } from '../api/api-error.ts'
import type { Api, Page, Selection } from '../api/api.ts'
import type { KubeObject } from '../api/kube-object.ts'

/** All objects of a selection at one version. */
export interface CompleteList {
  readonly items: readonly KubeObject[]
  readonly resourceVersion: string
}

interface Options {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Gives up with `TooLarge` beyond so many objects. */
  readonly maxObjects: number
  /** Called on each object as it comes, so that what nobody needs is not kept until the end. */
  readonly transform: (object: KubeObject) => KubeObject
}

const PAGE_SIZE = 500
const MAX_RESTARTS = 3

/**
 * Reads a selection from its first page to its last, from the server's newest state.
 *
 * A page that is compacted away starts it again: half a list must never pass for a whole one.
 */
export async function listAll(api: Api, selection: Selection, options: Options): Promise<CompleteList> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await listOnce(api, selection, options)
    } catch (error) {
      if (restarts >= MAX_RESTARTS || !hasCode(error, 'Gone')) throw error
    }
  }
}

async function listOnce(api: Api, selection: Selection, options: Options): Promise<CompleteList> {
  const { signal, timeoutMs, maxObjects, transform } = options
  const first = await api.list(selection, { limit: PAGE_SIZE, signal, timeoutMs })
  const items = first.items.map(transform)
  for (let page: Page = first; page.continue;) {
    const next = await api.list(selection, { limit: PAGE_SIZE, continue: page.continue, signal, timeoutMs })
    for (const item of next.items) items.push(transform(item))
    if (items.length > maxObjects) throw failure('TooLarge', selection)
    if (next.items.length === 0 && next.continue) throw failure('BadAnswer', selection)
    page = next
  }
  // The pages are one snapshot. If a server sees that differently, following from its first page misses nothing.
  return { items, resourceVersion: first.resourceVersion }
}

function failure(code: 'TooLarge' | 'BadAnswer', { resource }: Selection): ApiError {
  return new ApiError(code, { call: `list ${resource.kind}` })
}
