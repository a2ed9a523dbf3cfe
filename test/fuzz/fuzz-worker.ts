import { parentPort, workerData } from 'node:worker_threads'
import { fuzzInput } from './input.ts'
import type { FuzzReader } from './subject.ts'
import { subjects } from './subjects.ts'

/** What a round is reported, and what it tells while it runs. */
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

// No measure of speed: on any machine, only what grows faster than its text takes so long.
const ENDLESS_MS = 20_000
const TRIES = 3
const PAUSE_MS = 100
// However busy the machine is: fewer would show nothing.
const FEWEST = 200
// A text of many documents is read for so long: the next thousand are like those before.
const ENOUGH_MS = 200

const { subject: name, seed, milliseconds, progress } = workerData as FuzzRound
const subject = subjects.find(it => it.name === name)
if (!subject) throw new Error(`cannot fuzz ${name}: there is no such subject`)
const { readers, samples } = subject
const at = new Int32Array(progress)
const pause = new Int32Array(new SharedArrayBuffer(4))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort?.postMessage(run())

function run(): FuzzResult {
  const deadline = performance.now() + milliseconds
  let slowestMs = 0
  let number = 0
  for (; performance.now() < deadline || number < FEWEST; number += 1) {
    Atomics.store(at, 0, number)
    const input = fuzzInput(samples, seed, number)
    // Whoever first looks into a text of many pieces pays for putting it together: that shall be no reader.
    input.charCodeAt(0)
    try {
      const took = Math.max(...readers.map(read => quickest(() => longestStep(read, input))))
      slowestMs = Math.max(slowestMs, took)
      if (took > ENDLESS_MS) return { failedAt: number, problem: `took ${took.toFixed(0)} ms` }
    } catch (error) {
      return {
        failedAt: number,
        problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }
    }
  }
  return { inputs: number, slowestMs }
}

// A shared machine is half as fast for a second now and then. What is slow by itself is slow every time.
function quickest(measure: () => number): number {
  let best = measure()
  for (let tries = 1; tries < TRIES && best > ENDLESS_MS; tries += 1) {
    Atomics.wait(pause, 0, 0, PAUSE_MS)
    best = Math.min(best, measure())
  }
  return best
}

/** How long a reader keeps others waiting: all the time, or from one of its steps to the next. */
function longestStep(read: FuzzReader, input: string): number {
  const start = busyMs()
  const steps = read(input)
  let longest = busyMs() - start
  if (!steps) return longest
  for (let from = start, isDone = false; !isDone && from < start + ENOUGH_MS;) {
    isDone = steps.next().done === true
    const now = busyMs()
    longest = Math.max(longest, now - from)
    from = now
  }
  return longest
}

// The time of this thread alone: what others do on the machine is no fault of a reader.
function busyMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
