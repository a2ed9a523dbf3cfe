import { readsAsTimestamp } from '../../yaml/scalar/read-timestamp.ts'
import { resolveScalar } from '../../yaml/scalar/resolve-scalar.ts'

/** The ways to write a scalar that Go's YAML library uses. */
export type GoScalarStyle = 'plain' | 'single-quoted' | 'double-quoted' | 'literal'

// Only these are written as they are. Tab, carriage return and every character beyond 16 bits are not among them.
const special = /[^\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/

const spaceBeforeBreak = / [\n\u2028\u2029]/
const spaceBehindBreak = /[\n\u2028\u2029] /

// What would be read as something else if it were plain: an indicator at the beginning, a colon before a gap, a comment,
// a space at either end, a line break.
const notPlain = /^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@` ]|[?-](?: |$))|:(?: |$)| #| $|[\u2028\u2029]/

/** Chooses the style of a string. */
export function styleOf(text: string): GoScalarStyle {
  const isCritical = special.test(text) || spaceBeforeBreak.test(text)
  if (text.includes('\n')) return isCritical || text.endsWith(' ') ? 'double-quoted' : 'literal'
  if (isCritical || spaceBehindBreak.test(text) || !readsAsString(text)) return 'double-quoted'
  return notPlain.test(text) ? 'single-quoted' : 'plain'
}

/**
 * Whether kustomize's own YAML library, which is newer, writes a text in a way that it cannot read: as lines below each
 * other of which the first begins with a tab.
 */
export function isLostToKustomize(text: string): boolean {
  if (!text.startsWith('\t') || !text.includes('\n')) return false
  return !special.test(text.replaceAll('\t', '')) && !spaceBeforeBreak.test(text) && !text.endsWith(' ')
}

/** Whether Go's YAML writer trusts this text to be read as a string when it has no quotes. */
function readsAsString(text: string): boolean {
  return typeof resolveScalar(text) === 'string' && !readsAsTimestamp(text) && !isBase60(text)
}

// No Go program reads base 60; the writer quotes it for the sake of others.
function isBase60(text: string): boolean {
  return /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/.test(text)
}
