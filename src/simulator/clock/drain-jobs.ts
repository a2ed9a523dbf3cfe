const { port1: inbox, port2: outbox } = new MessageChannel()
let waiting: (() => void)[] = []

/**
 * Resolves when every promise job is done, and those that they started.
 *
 * A message comes after all of them, in Node as in a browser; nothing else outside of the language does so in both.
 */
export function drainJobs(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length > 1) return
    // Listening keeps Node alive, so it is done only while somebody waits.
    inbox.addEventListener('message', wake, { once: true })
    inbox.start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin, only a window has
    outbox.postMessage(undefined)
  })
}

function wake(): void {
  const woken = waiting
  waiting = []
  for (const resolve of woken) resolve()
}
