import type { CelValue } from '../value/cel-value.ts'
import { TokenCursor, MAX_RECURSION, type GrammarRule } from './cursor.ts'
import { heightOf, type CelCall, type Expression, type ListLiteral, type MapEntry } from './expression.ts'
import { expandMacro, type Macros } from './macros.ts'
import { ParseFailure } from './parse-failure.ts'
import { parseLiteral } from './parse-literal.ts'
import type { CelToken, TokenKind } from './token.ts'

const reserved: ReadonlySet<string> = new Set(
  (
    'as break const continue else false for function if import in let loop package namespace null return true ' +
    'var void while'
  ).split(' '),
)

const relations: ReadonlySet<TokenKind> = new Set<TokenKind>(['<', '<=', '>=', '>', '==', '!=', 'in'])
const sums: ReadonlySet<TokenKind> = new Set<TokenKind>(['+', '-'])
const products: ReadonlySet<TokenKind> = new Set<TokenKind>(['*', '/', '%'])
const literals: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'int',
  'uint',
  'double',
  'string',
  'bytes',
  'true',
  'false',
  'null',
])

/** Reads an expression and expands its macros; throws a ParseFailure. */
export function parseExpression(text: string, macros: Macros): Expression {
  const parser = new Parser(new TokenCursor(text), macros)
  return parser.whole()
}

/** One method per rule of the grammar of cel-go, so that the limits on nesting count the same things. */
class Parser {
  private readonly cursor: TokenCursor
  private readonly macros: Macros

  constructor(cursor: TokenCursor, macros: Macros) {
    this.cursor = cursor
    this.macros = macros
  }

  whole(): Expression {
    const expression = this.expression()
    if (this.cursor.peek().kind !== 'end') this.cursor.refuse('expected an operator or the end')
    return expression
  }

  private expression(): Expression {
    this.cursor.enter('expression')
    const condition = this.logic('||')
    const question = this.cursor.accept('?')
    const result = question ? this.conditional(condition, question) : condition
    this.cursor.leave('expression')
    return result
  }

  private conditional(condition: Expression, { offset }: CelToken): Expression {
    const whenTrue = this.logic('||')
    this.cursor.expect(':')
    const whenFalse = this.expression()
    const height = counted([condition, whenTrue, whenFalse], offset)
    return { kind: 'conditional', condition, whenTrue, whenFalse, offset, height }
  }

  // Terms stay in one list: whether they are paired left to right or in a balanced tree gives the same result.
  private logic(operator: '&&' | '||'): Expression {
    const term = (): Expression => (operator === '||' ? this.logic('&&') : this.operators('relation', 0))
    const first = term()
    const { offset } = this.cursor.peek()
    const terms = [first]
    while (this.cursor.accept(operator)) terms.push(term())
    return terms.length === 1 ? first : { kind: 'logic', operator, terms, offset, height: heightOf(terms) }
  }

  /** A chain of operators of the same rule; `strength` is that of the weakest operator it may take. */
  private operators(rule: Exclude<GrammarRule, 'expression'>, strength: number): Expression {
    this.cursor.enter(rule)
    let left = rule === 'relation' ? this.operators('sum', 0) : this.unary()
    for (;;) {
      const own = strengthOf(rule, this.cursor.peek().kind)
      if (own === undefined || own < strength) break
      const operator = this.cursor.next()
      const right = this.operators(rule, own + 1)
      left = binary(operator, left, right)
    }
    this.cursor.leave(rule)
    return left
  }

  private unary(): Expression {
    const { kind, offset } = this.cursor.peek()
    const isSigned = kind === '-' && isNumber(this.cursor.peek(1))
    if (isSigned || (kind !== '!' && kind !== '-')) return this.member()
    let count = 0
    while (this.cursor.accept(kind)) count++
    const operand = this.member()
    // An even number of them is none at all: cel-go does not even look at the type.
    if (count % 2 === 0) return operand
    return {
      kind: 'call',
      name: `${kind}_`,
      target: undefined,
      args: [operand],
      offset,
      height: operand.height,
    }
  }

  private member(): Expression {
    let operand = this.primary()
    for (;;) {
      const { kind } = this.cursor.peek()
      if (kind === '.') operand = this.selection(operand)
      else if (kind === '[') operand = this.index(operand)
      else return operand
    }
  }

  private selection(operand: Expression): Expression {
    this.cursor.expect('.')
    const isOptional = this.cursor.accept('?') !== undefined
    const name = this.fieldName()
    if (!isOptional && name.kind === 'identifier' && this.cursor.accept('('))
      return this.memberCall(operand, name)
    const { text: field, offset } = name
    const height = counted([operand], offset)
    if (!isOptional) return { kind: 'select', operand, field, isPresenceTest: false, offset, height }
    return { kind: 'index', operand, index: literal(field, offset), isOptional, offset, height }
  }

  private fieldName(): CelToken {
    return this.cursor.accept('quoted-identifier') ?? this.cursor.expect('identifier')
  }

  private memberCall(target: Expression, { text: name, offset }: CelToken): Expression {
    const args = this.args()
    const height = counted([target, ...args], offset)
    return this.expand({ kind: 'call', name, target, args, offset, height })
  }

  private index(operand: Expression): Expression {
    const { offset } = this.cursor.expect('[')
    const isOptional = this.cursor.accept('?') !== undefined
    const index = this.expression()
    this.cursor.expect(']')
    return { kind: 'index', operand, index, isOptional, offset, height: counted([operand, index], offset) }
  }

  private primary(): Expression {
    const { kind, offset } = this.cursor.peek()
    if (kind === '(') return this.parenthesized()
    if (kind === '[') return this.list()
    if (kind === '{') return this.map()
    if (kind === 'identifier' || kind === '.') return this.named()
    const sign = isNumber(this.cursor.peek(1)) && this.cursor.accept('-') ? '-' : ''
    if (!literals.has(this.cursor.peek().kind)) this.cursor.refuse('expected a value')
    return literal(parseLiteral(this.cursor.next(), sign), offset)
  }

  private parenthesized(): Expression {
    this.cursor.expect('(')
    const expression = this.expression()
    this.cursor.expect(')')
    return expression
  }

  private named(): Expression {
    const dot = this.cursor.accept('.') ? '.' : ''
    if (this.isMessage()) return this.message()
    const { text, offset } = this.cursor.expect('identifier')
    if (reserved.has(text)) throw new ParseFailure(`reserved identifier: ${text}`, offset)
    const name = dot + text
    if (!this.cursor.accept('(')) return { kind: 'identifier', name, offset, height: 0 }
    const args = this.args()
    return this.expand({ kind: 'call', name, target: undefined, args, offset, height: heightOf(args) })
  }

  /** Whether names with dots between them and a brace follow. */
  private isMessage(): boolean {
    let ahead = 0
    while (this.cursor.peek(ahead).kind === 'identifier' && this.cursor.peek(ahead + 1).kind === '.')
      ahead += 2
    return this.cursor.peek(ahead).kind === 'identifier' && this.cursor.peek(ahead + 1).kind === '{'
  }

  private message(): Expression {
    const { offset } = this.cursor.peek()
    let typeName = ''
    while (!this.cursor.accept('{')) typeName += this.cursor.next().text
    const values = this.items('}', () => {
      this.cursor.accept('?')
      this.fieldName()
      this.cursor.expect(':')
      return this.expression()
    })
    return { kind: 'message', typeName, offset, height: heightOf(values) }
  }

  private list(): ListLiteral {
    const { offset } = this.cursor.expect('[')
    const elements = this.items(']', () => {
      const isOptional = this.cursor.accept('?') !== undefined
      return { value: this.expression(), isOptional }
    })
    return { kind: 'list', elements, offset, height: heightOf(elements.map(({ value }) => value)) }
  }

  private map(): Expression {
    const { offset } = this.cursor.expect('{')
    const entries = this.items('}', (): MapEntry => {
      const isOptional = this.cursor.accept('?') !== undefined
      const key = this.expression()
      this.cursor.expect(':')
      return { key, value: this.expression(), isOptional }
    })
    return {
      kind: 'map',
      entries,
      offset,
      height: heightOf(entries.flatMap(({ key, value }) => [key, value])),
    }
  }

  /** Items up to a closing token; one comma may follow the last, or stand alone. */
  private items<T>(close: ']' | '}', item: () => T): T[] {
    const items: T[] = []
    const { kind } = this.cursor.peek()
    if (kind !== close && kind !== ',') {
      do items.push(item())
      while (this.cursor.peek(1).kind !== close && this.cursor.accept(','))
    }
    this.cursor.accept(',')
    this.cursor.expect(close)
    return items
  }

  private args(): Expression[] {
    const args: Expression[] = []
    if (this.cursor.accept(')')) return args
    do args.push(this.expression())
    while (this.cursor.accept(','))
    this.cursor.expect(')')
    return args
  }

  private expand(call: CelCall): Expression {
    return expandMacro(call, this.macros)
  }
}

function strengthOf(rule: GrammarRule, kind: TokenKind): number | undefined {
  if (rule === 'relation') return relations.has(kind) ? 1 : undefined
  if (sums.has(kind)) return 1
  return products.has(kind) ? 2 : undefined
}

function isNumber({ kind }: CelToken): boolean {
  return kind === 'int' || kind === 'double'
}

function literal(value: CelValue, offset: number): Expression {
  return { kind: 'literal', value, offset, height: 0 }
}

function binary({ kind, offset }: CelToken, left: Expression, right: Expression): Expression {
  const height = counted([left, right], offset)
  const name = kind === 'in' ? '@in' : `_${kind}_`
  return { kind: 'call', name, target: undefined, args: [left, right], offset, height }
}

/** The height of a part that counts itself. */
function counted(parts: readonly Expression[], offset: number): number {
  const height = 1 + heightOf(parts)
  if (height <= MAX_RECURSION) return height
  throw new ParseFailure('max recursion depth exceeded', offset, 'CEL_TOO_LARGE')
}
