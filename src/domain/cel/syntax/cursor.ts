import { ParseFailure } from './parse-failure.ts'
import type { CelToken, TokenKind } from './token.ts'
import { Tokenizer } from './tokenizer.ts'

/** How deep rules of the grammar may lie in each other, and operators in the tree that comes out: as in cel-go. */
export const MAX_RECURSION = 250

/** How many tokens an expression may have: cel-go has no such limit, and nobody writes a tenth of it. */
const MAX_TOKENS = 20_000

/** The rules whose nesting cel-go limits. */
export type GrammarRule = 'expression' | 'relation' | 'sum'

/** Goes through the tokens of an expression. */
export class TokenCursor {
  private readonly tokenizer: Tokenizer
  /** Tokens that have been looked at and not taken yet, from `position` on. */
  private tokens: CelToken[] = []
  private position = 0
  private count = 0
  private readonly depths: Record<GrammarRule, number> = { expression: 0, relation: 0, sum: 0 }

  constructor(text: string) {
    this.tokenizer = new Tokenizer(text)
  }

  /** The token `ahead` places on, without taking it. */
  peek(ahead = 0): CelToken {
    const index = this.position + ahead
    while (this.tokens.length <= index) this.tokens.push(this.read())
    return this.tokens[index] ?? this.tokenizer.next()
  }

  private read(): CelToken {
    const token = this.tokenizer.next()
    if (++this.count <= MAX_TOKENS) return token
    throw new ParseFailure(`more than ${MAX_TOKENS} tokens`, token.offset, 'CEL_TOO_LARGE')
  }

  /** Takes the next token whatever it is. */
  next(): CelToken {
    const token = this.peek()
    this.position++
    if (this.position === this.tokens.length) {
      this.tokens = []
      this.position = 0
    }
    return token
  }

  /** Takes the next token if it is of this kind. */
  accept(kind: TokenKind): CelToken | undefined {
    return this.peek().kind === kind ? this.next() : undefined
  }

  /** Takes the next token, which must be of this kind. */
  expect(kind: TokenKind): CelToken {
    return this.accept(kind) ?? this.refuse(`expected ${kind === 'identifier' ? 'a name' : `"${kind}"`}`)
  }

  /** Ends the reading at the next token. */
  refuse(wanted: string): never {
    const { kind, text, offset } = this.peek()
    if (kind === 'invalid') throw new ParseFailure(text, offset)
    const found = kind === 'end' ? 'the end' : JSON.stringify(text)
    throw new ParseFailure(`${wanted}, found ${found}`, offset)
  }

  /** Begins a rule. */
  enter(rule: GrammarRule): void {
    this.depths[rule]++
    if (this.depths[rule] > MAX_RECURSION) {
      const reason = `expression recursion limit exceeded: ${MAX_RECURSION}`
      throw new ParseFailure(reason, this.peek().offset, 'CEL_TOO_LARGE')
    }
  }

  /** Ends a rule. */
  leave(rule: GrammarRule): void {
    this.depths[rule]--
  }
}
