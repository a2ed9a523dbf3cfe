import { parentPort, workerData } from 'node:worker_threads'
import { fuzzInput } from './input.ts'
import { subjects } from './subjects.ts'

/** What a round is told, and what it tells while it runs. */
export interface FuzzRound {
  readonly subject: string
  readonly seed: number
  readonly milliseconds: number
  /** The number of the input that is being read, for whoever has to end a round that hangs. */
  readonly progress: SharedArrayBuffer
}

export type FuzzResult =
  | { readonly inputs: number; readonly slowestMs: number }
  | { readonly failedAt: number; readonly problem: string }

const SLOWEST_MS = 100
const TRIES = 5

const { subject: name, seed, milliseconds, progress } = workerData as FuzzRound
const subject = subjects.find(it => it.name === name)
if (!subject) throw new Error(`cannot fuzz ${name}: there is no such subject`)
const { read, samples } = subject
const at = new Int32Array(progress)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort?.postMessage(run())

function run(): FuzzResult {
  const deadline = performance.now() + milliseconds
  let slowestMs = 0
  let number = 0
  for (; performance.now() < deadline; number += 1) {
    Atomics.store(at, 0, number)
    const input = fuzzInput(samples, seed, number)
    try {
      const took = quickest(() => read(input))
      slowestMs = Math.max(slowestMs, took)
      if (took > SLOWEST_MS) return { failedAt: number, problem: `took ${took.toFixed(0)} ms` }
    } catch (error) {
      return {
        failedAt: number,
        problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }
    }
  }
  return { inputs: number, slowestMs }
}

// A busy machine makes anything slow once. What is slow by itself is slow every time.
function quickest(work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && best > SLOWEST_MS; tries += 1) {
    const start = performance.now()
    work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}
