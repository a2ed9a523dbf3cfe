import { isAscii } from './utf8.ts'

const beyondAscii = /[\u{80}-\u{10ffff}]/gu

/** Writes text in capitals as Go does: character by character, so that `ß` stays one letter. */
export function toGoUpper(text: string): string {
  if (isAscii(text)) return text.toUpperCase()
  return text.replace(/[a-z]+/g, letters => letters.toUpperCase()).replace(beyondAscii, upper)
}

/** Writes text in small letters as Go does: character by character, so that `Σ` is `σ` also at the end of a word. */
export function toGoLower(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase()).replace(beyondAscii, lower)
}

/** Applies `change` to the first character only. */
export function changeFirst(text: string, change: (text: string) => string): string {
  const [first = ''] = text
  return change(first) + text.slice(first.length)
}

function upper(char: string): string {
  const capital = char.toUpperCase()
  return isOneCharacter(capital) ? capital : greekCapital(char)
}

function lower(char: string): string {
  const small = char.toLowerCase()
  // The only one with two: İ, whose dot becomes a character of its own in JavaScript.
  return isOneCharacter(small) ? small : 'i'
}

// Letters with two or three capitals in JavaScript have none in Go, except Greek vowels with an iota below.
function greekCapital(char: string): string {
  const code = char.charCodeAt(0)
  if (code >= 0x1f80 && code <= 0x1faf) return String.fromCharCode(code | 8)
  return code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3 ? String.fromCharCode(code + 9) : char
}

function isOneCharacter(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff)
}
