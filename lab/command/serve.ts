import { Lab } from '../lab.ts'
import { writeSamples } from '../samples.ts'

/** What the process that runs a lab tells the one that asked for it. */
export type Message = { readonly say: string } | { readonly failed: string } | { readonly ready: true }

/** Runs a lab in this process until it is asked to end. */
export async function serve(name: string): Promise<number> {
  const ended = new Promise<void>(resolve => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
  try {
    const start = Lab.start({ name, controlPlanes: ['blue', 'green'], say: say => tell({ say }) })
    // Asked to end in the middle of the start: leaving ends what was started so far.
    const lab = await Promise.race([start, ended.then(() => undefined)])
    if (!lab) return 130
    await writeSamples(lab)
    tell({ ready: true })
    if (process.connected) process.disconnect()
    await ended
    await lab.stop()
    return 0
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) })
    return 1
  } finally {
    // Servers and watches that a failed start left open must not keep the process.
    setImmediate(() => process.exit())
  }
}

function tell(message: Message): void {
  if ('say' in message) process.stdout.write(`${message.say}\n`)
  if (process.connected) process.send?.(message)
}
