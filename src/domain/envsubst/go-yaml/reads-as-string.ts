import { readsAsTimestamp } from '../../yaml/scalar/read-timestamp.ts'
import { resolveScalar } from '../../yaml/scalar/resolve-scalar.ts'

/** Whether Go's YAML writer trusts this text to be read as a string when it has no quotes. */
export function readsAsString(text: string): boolean {
  return typeof resolveScalar(text) === 'string' && !readsAsTimestamp(text) && !isBase60(text)
}

// No Go program reads base 60; the writer quotes it for the sake of others.
function isBase60(text: string): boolean {
  return /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/.test(text)
}
