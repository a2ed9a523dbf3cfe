import { parseInt64 } from '../../quantity/parse-int64.ts'

// Go ignores case the Unicode way, in which the old long s is an s: hence the u flag.
const words = [
  { pattern: /^true$/iu, value: true },
  { pattern: /^false$/iu, value: false },
  { pattern: /^null$/iu, value: null },
] as const

/** Gives a text the type that `--set` gives it: boolean, null, whole number, or else the text itself. */
export function typedValue(text: string): null | boolean | number | bigint | string {
  const word = text.length > 5 ? undefined : words.find(({ pattern }) => pattern.test(text))
  if (word) return word.value
  if (text === '0') return 0
  if (text.startsWith('0')) return text
  return fitted(parseInt64(text)) ?? text
}

function fitted(value: bigint | undefined): number | bigint | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
