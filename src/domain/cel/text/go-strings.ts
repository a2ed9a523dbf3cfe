import type { Meter } from '../plan/meter.ts'
import { codePoints } from './code-points.ts'

/** What to replace by what, and how often; a limit below zero is none. */
export interface Replacement {
  readonly from: string
  readonly to: string
  readonly limit: number
  readonly meter: Meter
}

/** Replaces parts of a text as Go does: an empty part is found before every character and at the end. */
export function replaceText(text: string, { from, to, limit, meter }: Replacement): string {
  meter.chargeSearch(text, from)
  if (from === to || limit === 0) return text
  const parts = splitForReplacement(text, from, limit)
  // The size of the result is known before it is made.
  meter.chargeText(text.length + (parts.length - 1) * to.length)
  return parts.join(to)
}

function splitForReplacement(text: string, from: string, limit: number): string[] {
  if (from !== '') return splitText(text, from, limit < 0 ? -1 : limit + 1)
  // ['', 'a', 'b', ''] joined is one replacement before each character and one at the end.
  const parts = ['', ...codePoints(text), '']
  if (limit < 0 || limit >= parts.length - 1) return parts
  return [...parts.slice(0, limit), parts.slice(limit).join('')]
}

/** Splits a text as Go does; at most `limit` parts, the last of which is the rest; below zero there is no limit. */
export function splitText(text: string, separator: string, limit: number): string[] {
  if (limit === 0) return []
  const parts = separator === '' ? codePoints(text) : text.split(separator)
  if (limit < 0 || parts.length <= limit) return parts
  return [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)]
}

// What Unicode calls white space; JavaScript's `trim` takes another set.
const SPACE = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const leading = new RegExp(`^${SPACE}+`)

/** Removes white space at both ends. */
export function trimSpace(text: string): string {
  const start = leading.exec(text)?.[0].length ?? 0
  let end = text.length
  while (end > start && trailing.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

const trailing = new RegExp(SPACE)
