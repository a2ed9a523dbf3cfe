/**
 * Reads the way to a value: a key of the Secret, then fields inside its JSON.
 *
 * Dots stand between them; a dot or a backslash that belongs to a name has a backslash before it.
 */
export function parseValuePath(path: string): readonly string[] {
  const parts = [...path.matchAll(/((?:[^.\\]|\\.|\\$)*)(\.|$)/gsu)]
  // Behind the last name the pattern finds the empty end once more.
  const ends = parts.findIndex(([, , dot]) => dot === '')
  return parts.slice(0, ends + 1).map(([, name = '']) => name.replaceAll(/\\(.)/gsu, '$1'))
}

/** Says what keeps a text from being the way to a value. */
export function valuePathProblem(path: string): string | undefined {
  if (/(?:^|[^\\])(?:\\\\)*\\(?:[^.\\]|$)/u.test(path)) return 'a backslash must precede a dot or a backslash'
  return parseValuePath(path).includes('') ? 'must be names with one dot between them' : undefined
}
