import type { Command } from '../command.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Io } from '../io/io.ts'
import { complete } from './complete.ts'

/**
 * Answers the completion scripts, which call `fitout __complete -- <words…>` on every press of the tab key:
 * one candidate a line, followed by a tab and its meaning if there is one.
 */
export async function printCandidates(
  words: readonly string[],
  io: Io,
  commands: readonly Command[],
): Promise<ExitCode> {
  try {
    const typed = words[0] === '--' ? words.slice(1) : words
    for (const { word, help } of complete(typed, commands))
      io.write(help ? `${word}\t${help}\n` : `${word}\n`)
  } catch {
    // No candidates: an error would be written across the line that is being typed.
  }
  return 0
}
