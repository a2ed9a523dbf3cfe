import { PromqlError, type Token, tokenize } from './tokenize.ts'

/** What a label of a series must be. */
interface Matcher {
  readonly label: string
  readonly sign: string
  readonly value: string
}

/** An expression: as much of PromQL as alerts and dashboards of this project use. */
export type Expression =
  | { readonly kind: 'number' }
  | {
      readonly kind: 'selector'
      readonly metric: string
      readonly matchers: readonly Matcher[]
      /** Over a time, and not of now. */
      readonly isRange: boolean
    }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly Expression[] }
  | {
      readonly kind: 'aggregation'
      readonly name: string
      readonly by: readonly string[]
      readonly given: readonly Expression[]
    }
  | {
      readonly kind: 'operation'
      readonly sign: string
      readonly on: readonly string[] | undefined
      readonly left: Expression
      readonly right: Expression
    }

const aggregations = new Set(['sum', 'min', 'max', 'avg', 'count', 'topk', 'bottomk'])
const comparisons = ['==', '!=', '>', '<', '>=', '<=']
// What binds least comes first.
const signs = [['or'], ['and', 'unless'], comparisons, ['+', '-'], ['*', '/', '%']]

/** Reads an expression, or throws a PromqlError. */
export function parsePromql(text: string): Expression {
  return new Parser(tokenize(text)).parse()
}

class Parser {
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): Expression {
    const expression = this.#operation(0)
    const { kind, text, at } = this.#token
    if (kind !== 'end') throw new PromqlError(at, `nobody wants ${JSON.stringify(text)} here`)
    return expression
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 0 }
  }

  #take(): Token {
    const token = this.#token
    this.#next++
    return token
  }

  #takeIf(text: string): boolean {
    const isIt = this.#token.text === text && this.#token.kind !== 'string'
    if (isIt) this.#next++
    return isIt
  }

  #demand(text: string): void {
    const { at, text: found } = this.#token
    if (!this.#takeIf(text))
      throw new PromqlError(at, `${JSON.stringify(text)} is due, not ${JSON.stringify(found)}`)
  }

  #takeOf(kind: Token['kind']): string {
    const { kind: found, text, at } = this.#take()
    if (found !== kind) throw new PromqlError(at, `a ${kind} is due, not ${JSON.stringify(text)}`)
    return text
  }

  #operation(level: number): Expression {
    const wanted = signs[level]
    if (!wanted) return this.#value()
    let left = this.#operation(level + 1)
    while (wanted.includes(this.#token.text) && this.#token.kind !== 'string') {
      const sign = this.#take().text
      const on = this.#takeIf('on') ? this.#names() : undefined
      left = { kind: 'operation', sign, on, left, right: this.#operation(level + 1) }
    }
    return left
  }

  #value(): Expression {
    const { kind, text, at } = this.#take()
    if (kind === 'number') return { kind }
    if (kind === 'sign' && text === '(') {
      const inner = this.#operation(0)
      this.#demand(')')
      return inner
    }
    if (kind !== 'name') throw new PromqlError(at, `a value is due, not ${JSON.stringify(text)}`)
    if (aggregations.has(text)) return this.#aggregation(text)
    return this.#token.text === '('
      ? { kind: 'call', name: text, given: this.#given() }
      : this.#selector(text)
  }

  #aggregation(name: string): Expression {
    const by = this.#takeIf('by') ? this.#names() : []
    return { kind: 'aggregation', name, by, given: this.#given() }
  }

  #given(): readonly Expression[] {
    this.#demand('(')
    const given = [this.#operation(0)]
    while (this.#takeIf(',')) given.push(this.#operation(0))
    this.#demand(')')
    return given
  }

  #names(): readonly string[] {
    this.#demand('(')
    const names = [this.#takeOf('name')]
    while (this.#takeIf(',')) names.push(this.#takeOf('name'))
    this.#demand(')')
    return names
  }

  #selector(metric: string): Expression {
    const matchers: Matcher[] = []
    if (this.#takeIf('{')) {
      do matchers.push(this.#matcher())
      while (this.#takeIf(','))
      this.#demand('}')
    }
    const isRange = this.#takeIf('[')
    if (isRange) {
      this.#takeOf('duration')
      this.#demand(']')
    }
    return { kind: 'selector', metric, matchers, isRange }
  }

  #matcher(): Matcher {
    const label = this.#takeOf('name')
    const { text: sign, at } = this.#take()
    if (!['=', '!=', '=~', '!~'].includes(sign))
      throw new PromqlError(at, `no label is matched by ${JSON.stringify(sign)}`)
    return { label, sign, value: this.#takeOf('string').slice(1, -1) }
  }
}
