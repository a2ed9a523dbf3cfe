import type { MemoryLimits } from '../../engine/budget/memory-budget.ts'
import type { Rate } from '../../engine/run/token-bucket.ts'

const MEBIBYTE = 1024 * 1024

/** What the views of all workload clusters may hold: objects that are kept, and answers on their way. */
export const viewMemory: MemoryLimits = {
  ownBytes: MEBIBYTE,
  shareBytes: 32 * MEBIBYTE,
  commonBytes: 96 * MEBIBYTE,
}

/** What is worked on of one workload cluster. A pack of 400 CustomResourceDefinitions comes at once. */
export const viewPace: Rate = { perSecond: 4 * MEBIBYTE, burst: 128 * MEBIBYTE }

/** What one selection may be. A proof that selects more than this is no proof of an add-on. */
export const selectionLimits = {
  keptBytes: 8 * MEBIBYTE,
  listedBytes: 128 * MEBIBYTE,
  maxObjects: 2_000,
  /** Up to so many objects, a few of them by name are followed by one watch for all; beyond, by one for each. */
  maxObjectsForNames: 200,
  /** The same for names in several namespaces: a large cluster is busy in others than those of add-ons. */
  maxObjectsForSpreadNames: 100,
  /** Small, as the objects of a page are all in memory before anything is dropped. */
  pageSize: 100,
}
