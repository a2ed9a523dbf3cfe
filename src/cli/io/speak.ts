import { styleText } from 'node:util'
import type { Io } from './io.ts'

/** Says what went wrong, as `error: …`. */
export function sayError(io: Io, message: string): void {
  io.say(`${paint(io, 'red', 'error:')} ${message}`)
}

/** Says which command to type next, as `try: …`. */
export function sayTry(io: Io, command: string): void {
  io.say(`${paint(io, 'dim', 'try:')} ${command}`)
}

// Whether to colour was decided when the Io was made; Node must not decide again by its own standard output.
function paint(io: Io, style: 'red' | 'dim', text: string): string {
  return io.hasColor ? styleText(style, text, { validateStream: false }) : text
}
