import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The heap of a process, and what it costs to make it smaller. @internal */
export interface Heap {
  /** What it takes of memory, garbage and gaps included. */
  readonly takenBytes: () => number
  /** Which part of its time the process has worked since this was asked last: from 0 to 1. */
  readonly busyShare: () => number
  /** Frees all that can be freed, and returns how many milliseconds that took. The process does nothing else meanwhile. */
  readonly collect: () => number
  /** Milliseconds, by the monotonic clock. */
  readonly elapsed: () => number
}

const LOOK_MS = 20_000
/** A process that works more than this has better things to do. */
const BUSY_SHARE = 0.5
/** What is too little to stop for. */
const GROWTH = 1.03
/** More than this from look to look is no rest: all of it may be needed. */
const CALM_GROWTH = 1.02
const LEAST_PAUSE_MS = 60_000
/**
 * A collection takes at most so small a part of the time: the first one gives back nearly all. At a fiftieth, collections
 * were a quarter of the work of 1,000 clusters at rest.
 */
const PAUSE_PER_COLLECTION = 500

/**
 * Frees garbage while there is little to do.
 *
 * V8 looks for garbage by itself when there is much new of it. After a start that is never again: all that is left of
 * reading a fleet for the first time would stay.
 *
 * @internal
 */
export class RestCollector {
  readonly #heap: Heap
  /** What was left by the last collection. */
  #keptBytes = 0
  /** What was taken at the last look. */
  #seenBytes = 0
  #nextAt = 0

  constructor(heap: Heap) {
    this.#heap = heap
  }

  /** Collects, if this is a good time to and there is something to gain. */
  look(): void {
    const { takenBytes, collect, elapsed } = this.#heap
    const isCalm = this.#isCalm()
    if (!isCalm || elapsed() < this.#nextAt || takenBytes() < this.#keptBytes * GROWTH) return
    this.#nextAt = elapsed() + Math.max(LEAST_PAUSE_MS, collect() * PAUSE_PER_COLLECTION)
    this.#keptBytes = takenBytes()
  }

  #isCalm(): boolean {
    const { takenBytes, busyShare } = this.#heap
    const seenBytes = this.#seenBytes
    this.#seenBytes = takenBytes()
    return busyShare() <= BUSY_SHARE && this.#seenBytes <= seenBytes * CALM_GROWTH
  }
}

/** Keeps the heap of this process small while there is little to do. */
export function collectAtRest(): void {
  const collector = new RestCollector(processHeap())
  setInterval(() => collector.look(), LOOK_MS).unref()
}

function processHeap(): Heap {
  setFlagsFromString('--expose-gc')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what V8 gives to a context that is made with this flag
  const gc = runInNewContext('gc') as (options: { readonly type: string; readonly flavor: string }) => void
  let before = performance.eventLoopUtilization()
  return {
    takenBytes: () => getHeapStatistics().total_heap_size,
    busyShare: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    // The one kind of collection that also gives back what it has freed.
    collect: () => {
      const start = performance.now()
      gc({ type: 'major', flavor: 'last-resort' })
      return performance.now() - start
    },
    elapsed: () => performance.now(),
  }
}
