import { isPlainString, isVisible } from './is-plain-string.ts'

const NEEDS_ESCAPE =
  /["\\]|[^\u0020-\u007e\u00a1-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\ud7ff\uf900-\ufdcf\u{10000}-\u{10ffff}]/gu
const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Writes a string on one line: without quotes if no reader can take it for something else. */
export function quoteString(text: string): string {
  if (isPlainString(text)) return text
  const isEasierInSingleQuotes = /["\\]/.test(text) && isVisible(text)
  return isEasierInSingleQuotes ? singleQuoted(text) : doubleQuoted(text)
}

/** Writes a string without line breaks in single quotes. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Writes any string in double quotes. It is JSON, too. */
export function doubleQuoted(text: string): string {
  return `"${text.replace(NEEDS_ESCAPE, escape)}"`
}

function escape(character: string): string {
  const short = shortEscapes[character]
  if (short !== undefined) return short
  const code = character.codePointAt(0) ?? 0
  // Half of a surrogate pair is no character, and YAML has no way to write it.
  const isLone = code >= 0xd800 && code <= 0xdfff
  return `\\u${(isLone ? 0xfffd : code).toString(16).padStart(4, '0')}`
}
