// What Go calls a space; `trim` of JavaScript knows others.
const LEADING_SPACE = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u

/** Removes the spaces at the beginning of a text, as Go's unicode.IsSpace has them. */
export function trimStartAsGo(text: string): string {
  return text.replace(LEADING_SPACE, '')
}
