import type { Command } from '../command/command.ts'

// A longer list hides the sentence that it is in.
const MOST_CHOICES_IN_A_SENTENCE = 8

/** The command as one would start to type it. */
export function typed(command: Command | undefined): string {
  return command ? `fitout ${command.name}` : 'fitout'
}

/** Quotes a word that the user typed. Line breaks and control characters come out escaped: an error is one line. */
export function quote(word: string): string {
  return JSON.stringify(word)
}

/** Ends a message about a wrong or missing value with the right ones. */
export function choose(choices: readonly string[] | undefined): string {
  if (!isShort(choices)) return ''
  return `: choose ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(choices)}`
}

/** Whether there are choices, and few enough to be part of a sentence. */
export function isShort(choices: readonly string[] | undefined): choices is readonly string[] {
  return choices !== undefined && choices.length <= MOST_CHOICES_IN_A_SENTENCE
}
