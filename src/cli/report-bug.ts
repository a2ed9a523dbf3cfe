import type { Io } from './io/io.ts'
import { sayError } from './command/say.ts'
import { version } from './command/version.ts'

/** Says that Fitout is at fault, with all that a bug report needs. */
export function reportBug(io: Io, error: unknown): void {
  // Only message and stack: other fields of an error, such as a request that failed, may hold a secret.
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  sayError(io, `this is a bug in Fitout: ${message}`)
  io.say(`fitout ${version}`)
  io.say(stack ?? 'no stack')
  io.say('report it with this text')
}
