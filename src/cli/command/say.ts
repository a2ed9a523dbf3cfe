import { styleText } from 'node:util'
import type { Refusal } from './refusal.ts'
import type { Io } from '../io/io.ts'

/** Says what went wrong, as `error: …`. */
export function sayError(io: Io, message: string): void {
  io.say(`${paint(io, 'red', 'error:')} ${message}`)
}

/** Says which command to type next, as `try: …`. It can be pasted as a whole. */
export function sayTry(io: Io, command: string): void {
  io.say(`${paint(io, 'dim', 'try:')} ${io.pasteable(command)}`)
}

/** Says what to do where no whole command can be shown, as `fix: …`. */
export function sayFix(io: Io, advice: string): void {
  io.say(`${paint(io, 'dim', 'fix:')} ${advice}`)
}

/** Says what could not be done, why, and what to do next. */
export function sayRefusal(io: Io, { message, hint, fix }: Refusal): void {
  sayError(io, message)
  if (fix !== undefined) sayFix(io, fix)
  if (hint !== undefined) sayTry(io, hint)
}

// Whether to colour was decided when the Io was made; Node must not decide again by its own standard output.
function paint(io: Io, style: 'red' | 'dim', text: string): string {
  return io.hasColor ? styleText(style, text, { validateStream: false }) : text
}
