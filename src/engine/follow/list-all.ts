import { ApiError, hasCode } from '../api/api-error.ts'
import type { Api, Page, Selection } from '../api/api.ts'
import type { KubeObject } from '../api/kube-object.ts'
import { weigh } from '../budget/weigh.ts'
import type { Holding } from '../budget/memory-budget.ts'
import type { FollowBudget } from './follow-budget.ts'

/** All objects of a selection at one version. */
export interface CompleteList {
  readonly items: readonly KubeObject[]
  readonly resourceVersion: string
}

interface Options {
  readonly signal: AbortSignal | undefined
  /** For each page. */
  readonly timeoutMs: number | undefined
  readonly pageSize?: number | undefined
  /** Gives up with `TooLarge` beyond so many objects. */
  readonly maxObjects: number
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
  const { signal, timeoutMs, maxObjects, transform, pageSize = PAGE_SIZE, budget } = options
  const call = {
    limit: pageSize,
    ...(signal ? { signal } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
  const items: KubeObject[] = []
  const sum = new ListSum(budget)
  try {
    let first: Page | undefined
    for (let next: string | undefined; ;) {
      const page = await api.list(selection, { ...call, ...(next === undefined ? {} : { continue: next }) })
      first ??= page
      const isFitting = page.items.every(item => {
        const kept = transform(item)
        items.push(kept)
        return sum.add(item, kept)
      })
      if (!isFitting || items.length > maxObjects) throw failure('TooLarge', selection)
      // The pages are one snapshot. If a server sees that differently, following from its first page misses nothing.
      if (!page.continue) return { items, resourceVersion: first.resourceVersion }
      if (page.items.length === 0 && page !== first) throw failure('BadAnswer', selection)
      next = page.continue
      await budget?.pace.spend(sum.pageBytes(), signal)
      if (signal?.aborted) throw failure('Cancelled', selection)
    }
  } finally {
    sum.end()
  }
}

/** Counts what a list brings, and what is kept of it until it is complete. */
class ListSum {
  readonly #budget: FollowBudget | undefined
  readonly #holding: Holding | undefined
  #brought = 0
  #kept = 0
  #charged = 0

  constructor(budget: FollowBudget | undefined) {
    this.#budget = budget
    // Told at the next object, as a holding that was evicted takes nothing more.
    this.#holding = budget?.memory.hold(() => undefined)
  }

  /** False when it is too much. */
  add(item: KubeObject, kept: KubeObject): boolean {
    if (!this.#budget || !this.#holding) return true
    this.#brought += weigh(item)
    this.#kept += weigh(kept)
    const { keptBytes, listedBytes } = this.#budget
    return this.#brought <= listedBytes && this.#kept <= keptBytes && this.#holding.set(this.#kept)
  }

  /** What came since this was asked last. */
  pageBytes(): number {
    const bytes = this.#brought - this.#charged
    this.#charged = this.#brought
    return bytes
  }

  end(): void {
    this.#holding?.end()
  }
}

function failure(code: 'TooLarge' | 'BadAnswer' | 'Cancelled', { resource }: Selection): ApiError {
  return new ApiError(code, { call: `list ${resource.kind}` })
}
