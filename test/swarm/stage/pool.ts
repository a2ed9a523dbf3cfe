import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Job, Result } from './job.ts'

// Most of what a run makes is garbage soon: more room for it costs less time.
const MEMORY = { maxYoungGenerationSizeMb: 128 }

/** Does jobs on all processors, each when it comes to the next; results come in the order in which they are ready. */
export async function runJobs(jobs: Iterator<Job, void>, onResult: (result: Result) => void): Promise<void> {
  const threads = Array.from({ length: availableParallelism() }, () => runThread(jobs, onResult))
  await Promise.all(threads)
}

async function runThread(jobs: Iterator<Job, void>, onResult: (result: Result) => void): Promise<void> {
  const worker = new Worker(join(import.meta.dirname, 'worker.ts'), { resourceLimits: MEMORY })
  try {
    for (let next = jobs.next(); !next.done; next = jobs.next()) onResult(await ask(worker, next.value))
  } finally {
    await worker.terminate()
  }
}

function ask(worker: Worker, job: Job): Promise<Result> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      worker.off('message', onMessage)
      worker.off('error', onError)
    }
    const onMessage = (result: Result): void => (settle(), resolve(result))
    const onError = (error: Error): void => (
      settle(),
      reject(new Error(`cannot run ${JSON.stringify(job)}: ${error.message}`, { cause: error }))
    )
    worker.on('message', onMessage)
    worker.on('error', onError)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
    worker.postMessage(job)
  })
}
