import { nearest } from '../../domain/text/nearest.ts'

/** Whoever wrote less than this has not begun a word. */
const LEAST_LETTERS = 3

/** Returns the choice that was most likely meant: the nearest one, or else the only one that begins with the word. */
export function likelyChoice(word: string, choices: readonly string[]): string | undefined {
  return nearest(word, choices) ?? onlyBeginning(folded(word), choices)
}

function onlyBeginning(word: string, choices: readonly string[]): string | undefined {
  if (word.length < LEAST_LETTERS) return undefined
  const [first, ...others] = choices.filter(choice => folded(choice).startsWith(word))
  return others.length === 0 ? first : undefined
}

function folded(word: string): string {
  return word.replaceAll(/[-_]/g, '').toLowerCase()
}
