import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { FuzzResult, FuzzRound } from './fuzz-worker.ts'
import { fuzzInput } from './input.ts'
import { subjects } from './subjects.ts'

const ALL_MS = Number(process.env['FITOUT_FUZZ_SECONDS'] ?? 60) * 1_000
// Only against what hangs: a worker may wait long for a busy processor.
const HANGS_AFTER_MS = 600_000
// Stricter than promised, so that nothing has to be subtracted: in these 64 MiB are the code, about 15, and the text, up
// to 8. What lives only from one collection of garbage to the next is not in it.
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 32 }

const seed = Number(process.env['FITOUT_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test.for(subjects)(
  '$name survives any input',
  { timeout: ALL_MS + HANGS_AFTER_MS },
  async ({ name, samples }) => {
    const result = await round(name)
    const replay = `FITOUT_SEED=${seed} vitest run --project fuzz -t ${JSON.stringify(name)}`
    expect(faultOf(result, samples), replay).toBe('none')
    process.stdout.write(`${name}: ${describe(result)} of seed ${seed}\n`)
  },
)

function faultOf(result: FuzzResult, samples: readonly string[]): string {
  if (!('failedAt' in result)) return 'none'
  const input = fuzzInput(samples, seed, result.failedAt)
  return `input ${result.failedAt}: ${result.problem}\n${JSON.stringify(input.slice(0, 2_000))}`
}

function describe(result: FuzzResult): string {
  return 'inputs' in result ? `${result.inputs} inputs, slowest ${result.slowestMs.toFixed(1)} ms` : 'failed'
}

async function round(subject: string): Promise<FuzzResult> {
  const progress = new SharedArrayBuffer(4)
  const milliseconds = Math.ceil(ALL_MS / subjects.length)
  const workerData: FuzzRound = { subject, seed, milliseconds, progress }
  const worker = new Worker(join(import.meta.dirname, 'fuzz-worker.ts'), {
    workerData,
    resourceLimits: MEMORY,
  })
  const failedAt = () => new Int32Array(progress)[0] ?? 0
  const watchdog = setTimeout(
    () => worker.emit('error', new Error('hangs')),
    milliseconds + HANGS_AFTER_MS / 2,
  )
  try {
    return await new Promise<FuzzResult>(resolve => {
      worker.once('message', resolve)
      worker.once('error', error => resolve({ failedAt: failedAt(), problem: error.message }))
    })
  } finally {
    clearTimeout(watchdog)
    await worker.terminate()
  }
}
