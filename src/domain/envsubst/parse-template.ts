import { EnvsubstError } from './envsubst-error.ts'
import { ExpressionReader, MAX_TEXT_LENGTH } from './expression-reader.ts'
import { wellFormed } from './operators/utf8.ts'
import type { Part, Template } from './template.ts'

/** How many `$$` a text may have. */
const MAX_ESCAPES = 100_000

/**
 * Reads the expressions of a text as Flux and clusterctl do; throws an EnvsubstError for the first that is wrong.
 *
 * Outside of an expression `$$` stands for one dollar sign, and a dollar sign before anything but `{` for itself.
 */
export function parseTemplate(text: string): Template {
  if (text.length > MAX_TEXT_LENGTH) throw templateTooLarge(text)
  const source = wellFormed(text)
  // Upstream takes a NUL for the end of the text. What follows it is dropped without a word, there and here.
  const nul = source.indexOf('\0')
  const end = nul < 0 ? source.length : nul
  const reader = new ExpressionReader(source, end)
  const finder = new ExpressionFinder(source)
  const parts: Part[] = []
  let from = 0
  for (;;) {
    const dollar = finder.next(from)
    if (dollar < 0 || dollar + 1 >= end) break
    addText(parts, source.slice(from, dollar))
    const expression = reader.read(dollar)
    parts.push(expression)
    from = expression.end
  }
  addText(parts, source.slice(from, end))
  return { source, parts, cutAt: nul < 0 ? undefined : nul }
}

const DOLLAR = 0x24
const BRACE = 0x7b

/** Finds expressions, from one to the next. */
class ExpressionFinder {
  readonly #source: string
  #escapes = 0

  constructor(source: string) {
    this.#source = source
  }

  /** Finds the next `${` whose dollar sign is not the second of two, or returns -1. */
  next(from: number): number {
    const source = this.#source
    let dollar = source.indexOf('$', from)
    while (dollar >= 0) {
      const next = source.charCodeAt(dollar + 1)
      if (next === BRACE) return dollar
      if (next === DOLLAR && ++this.#escapes > MAX_ESCAPES) throw this.#tooMany(dollar)
      dollar = source.indexOf('$', dollar + (next === DOLLAR ? 2 : 1))
    }
    return -1
  }

  #tooMany(offset: number): EnvsubstError {
    const reason = `more than ${MAX_ESCAPES} times "$$" in one text`
    return new EnvsubstError('TOO_MANY_EXPRESSIONS', reason, { text: this.#source, offset })
  }
}

function addText(parts: Part[], text: string): void {
  // The replacement, too, needs two dollar signs for one.
  if (text !== '') parts.push({ kind: 'text', text: text.replaceAll('$$', '$$') })
}

/** The error for a text that is too large to look at. */
export function templateTooLarge(text: string): EnvsubstError {
  const reason = `a text of more than ${MAX_TEXT_LENGTH} characters`
  return new EnvsubstError('TEXT_TOO_LARGE', reason, { text, offset: MAX_TEXT_LENGTH })
}
