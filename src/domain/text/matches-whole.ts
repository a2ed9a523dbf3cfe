import { RE2JS } from 're2js'

const SPECIAL = /[.*+?^${}()|[\]\\]/
// Repetitions in a longer one could be written out to millions of instructions.
const MAX_LENGTH = 1_000
const MAX_KNOWN = 1_000

const known = new Map<string, RE2JS | undefined>()

/**
 * Whether a pattern in the dialect of Go is for all of a text; undefined if it is not a pattern.
 *
 * In time in proportion to the text, whoever wrote the pattern: a repository that is judged may be anybody's.
 */
export function matchesWhole(pattern: string, text: string): boolean | undefined {
  if (pattern === text) return true
  if (!SPECIAL.test(pattern)) return false
  return compiled(pattern)?.matches(text)
}

function compiled(pattern: string): RE2JS | undefined {
  if (pattern.length > MAX_LENGTH) return undefined
  if (known.has(pattern)) return known.get(pattern)
  if (known.size === MAX_KNOWN) known.clear()
  const program = compile(pattern)
  known.set(pattern, program)
  return program
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(`(?:${pattern})`)
  } catch {
    return undefined
  }
}
