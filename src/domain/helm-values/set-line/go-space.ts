// What Unicode calls white space, as Go has it; the \s of JavaScript is not quite the same.
const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

/** The offset of the first character from `offset` on that is not white space to Go. */
export function skipGoSpace(text: string, offset: number): number {
  let at = offset
  while (at < text.length && space.test(text.charAt(at))) at++
  return at
}
