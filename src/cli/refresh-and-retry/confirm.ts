import type { Io } from '../io/io.ts'

/** Asks whether to go on. Anything but a yes is a no. */
export async function confirm(io: Io): Promise<boolean> {
  io.say('Go on? [y/N]')
  let line = ''
  for await (const chunk of io.stdin()) {
    line += Buffer.from(chunk).toString('utf8')
    if (line.includes('\n')) break
  }
  return /^\s*y(?:es)?\s*$/i.test(line.split('\n', 1)[0] ?? '')
}
