import { ApiError, hasCode } from '../api/api-error.ts'
import type { Api, Call, Page, Selection } from '../api/api.ts'
import type { KubeObject } from '../api/kube-object.ts'
import type { FollowBudget } from './follow-budget.ts'
import { ListSum } from './list-sum.ts'

/** All objects of a selection at one version. */
export interface CompleteList {
  readonly items: readonly KubeObject[]
  readonly resourceVersion: string
}

interface Options {
  /** For each page. */
  readonly call: Call
  readonly pageSize?: number | undefined
  /** Gives up with `TooLarge` beyond so many objects, wanted or not. */
  readonly maxObjects: number
  /** Which objects are wanted; all of them without it. */
  readonly wants?: ((object: KubeObject) => boolean) | undefined
  /** Called on each object as it comes, so that what nobody needs is not kept until the end. */
  readonly transform: (object: KubeObject) => KubeObject
  /** Gives up with `TooLarge` beyond it. */
  readonly budget?: FollowBudget | undefined
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
  const { call, maxObjects, wants, transform, pageSize = PAGE_SIZE, budget } = options
  const items: KubeObject[] = []
  let count = 0
  const sum = new ListSum(budget, call)
  try {
    let first: Page | undefined
    for (let next: string | undefined; ;) {
      const page = await api.list(selection, {
        ...call,
        limit: pageSize,
        ...(next === undefined ? {} : { continue: next }),
      })
      first ??= page
      count += page.items.length
      const isFitting = page.items.every(item => {
        if (wants && !wants(item)) return sum.add(item, undefined)
        const kept = transform(item)
        items.push(kept)
        return sum.add(item, kept)
      })
      if (!isFitting || count > maxObjects) throw failure('TooLarge', selection)
      // The pages are one snapshot. If a server sees that differently, following from its first page misses nothing.
      if (!page.continue) return { items, resourceVersion: first.resourceVersion }
      if (page.items.length === 0 && page !== first) throw failure('BadAnswer', selection)
      await sum.pause()
      next = page.continue
    }
  } finally {
    sum.end()
  }
}

function failure(code: 'TooLarge' | 'BadAnswer', { resource }: Selection): ApiError {
  return new ApiError(code, { call: `list ${resource.kind}` })
}
