import { parentPort } from 'node:worker_threads'
import { type Job, doJob } from './job.ts'

// Thousands of errors are part of every run, and nobody reads where they came from.
Error.stackTraceLimit = 0

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort?.on('message', (job: Job) => void doJob(job).then(result => parentPort?.postMessage(result)))
