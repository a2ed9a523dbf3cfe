/** After so many times others of the process, such as a terminal, get their turn. */
const REST_EVERY = 200

// oxlint-disable-next-line no-restricted-globals -- asked for no fact: only here is a queue that comes after all jobs
const ticks = typeof process === 'object' ? process : undefined

/** Goes on when every promise job is done, and those that they started. */
export const afterJobs: (goOn: () => void) => void = ticks ? byTick(ticks) : byMessage()

// In Node a tick that a job asks for comes after all jobs. It costs a third of going once around with the whole process.
function byTick({ nextTick }: Pick<NodeJS.Process, 'nextTick'>): (goOn: () => void) => void {
  let drained = 0
  return goOn => {
    drained += 1
    if (drained % REST_EVERY === 0) setImmediate(goOn)
    else queueMicrotask(() => nextTick(goOn))
  }
}

// In a browser a message does.
function byMessage(): (goOn: () => void) => void {
  const { port1: inbox, port2: outbox } = new MessageChannel()
  const waiting: (() => void)[] = []
  inbox.addEventListener('message', () => waiting.shift()?.())
  inbox.start()
  return goOn => {
    waiting.push(goOn)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin, only a window has
    outbox.postMessage(undefined)
  }
}
