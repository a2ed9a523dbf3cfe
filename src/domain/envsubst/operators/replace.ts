import { runeAt } from './utf8.ts'
import type { Work } from './work.ts'

/** Replaces every occurrence of `old` in bytes. A pattern is plain text here: `*` is a star. */
export function replaceEvery(bytes: string, [old, by]: readonly [string, string], work: Work): string {
  if (old === '') return joinCharacters(bytes, by, work)
  work.allow(bytes.length + occurrences(bytes, old) * by.length)
  return bytes.replaceAll(old, () => by)
}

/** Replaces the first occurrence of `old` in bytes. */
export function replaceFirst(bytes: string, [old, by]: readonly [string, string]): string {
  return bytes.replace(old, () => by)
}

function occurrences(bytes: string, old: string): number {
  let count = 0
  for (let at = bytes.indexOf(old); at >= 0; at = bytes.indexOf(old, at + old.length)) count++
  return count
}

// Between any two characters, and at both ends, there is an empty text to replace.
function joinCharacters(bytes: string, by: string, work: Work): string {
  let result = by
  for (let at = 0; at < bytes.length;) {
    const { width } = runeAt(bytes, at, bytes.length)
    work.allow(result.length + width + by.length)
    result += bytes.slice(at, at + width) + by
    at += width
  }
  return result
}
