/** After so many times others of the process, such as a terminal, get their turn. */
const REST_EVERY = 200

let waiting: (() => void)[] = []

/** Resolves when every promise job is done, and those that they started. */
export function drainJobs(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length === 1) afterJobs()
  })
}

function wake(): void {
  const woken = waiting
  waiting = []
  for (const resolve of woken) resolve()
}

// oxlint-disable-next-line no-restricted-globals -- asked for no fact: only here is a queue that comes after all jobs
const ticks = typeof process === 'object' ? process : undefined
const afterJobs: () => void = ticks ? byTick(ticks) : byMessage()

// In Node a tick that a job asks for comes after all jobs. It costs a third of going once around with the whole process.
function byTick({ nextTick }: Pick<NodeJS.Process, 'nextTick'>): () => void {
  let drained = 0
  return () => {
    drained += 1
    if (drained % REST_EVERY === 0) setImmediate(wake)
    else queueMicrotask(() => nextTick(wake))
  }
}

// In a browser a message does.
function byMessage(): () => void {
  const { port1: inbox, port2: outbox } = new MessageChannel()
  return () => {
    inbox.addEventListener('message', wake, { once: true })
    inbox.start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin, only a window has
    outbox.postMessage(undefined)
  }
}
