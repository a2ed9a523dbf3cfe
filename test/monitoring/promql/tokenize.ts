/** A piece of an expression, and where it begins. */
export interface Token {
  readonly kind: 'name' | 'number' | 'duration' | 'string' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

/** An expression of PromQL that is wrong, with the place. */
export class PromqlError extends Error {
  override readonly name = 'PromqlError'
  readonly code = 'PROMQL_WRONG'

  constructor(at: number, cause: string) {
    super(`cannot read expression at ${at}: ${cause}`)
  }
}

// The longest first: a duration begins like a number. Grafana puts its own durations in before it asks.
const patterns: readonly (readonly [Token['kind'], RegExp])[] = [
  ['duration', /(?:\d+(?:ms|[smhdwy]))+|\$__(?:rate_interval|range|interval)\b/y],
  ['number', /\d+(?:\.\d+)?(?:e[+-]?\d+)?/y],
  ['name', /[a-zA-Z_:][a-zA-Z0-9_:]*/y],
  ['string', /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y],
  ['sign', /[=!<>]=|[=!]~|[-+*/%^<>=(){}[\],]/y],
]

/** Cuts an expression into its pieces, or throws a PromqlError. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const blank = /\s+/y
    blank.lastIndex = at
    if (blank.test(text)) {
      at = blank.lastIndex
      continue
    }
    const token = tokenAt(text, at)
    tokens.push(token)
    at += token.text.length
  }
  return [...tokens, { kind: 'end', text: '', at }]
}

function tokenAt(text: string, at: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const [found] = pattern.exec(text) ?? []
    if (found !== undefined) return { kind, text: found, at }
  }
  throw new PromqlError(at, `nothing begins with ${JSON.stringify(text[at])}`)
}
