import { EnvsubstError, type EnvsubstErrorCode } from './envsubst-error.ts'
import type {
  CasingOperator,
  DefaultOperator,
  TemplateExpression,
  TemplateOperator,
  Part,
} from './template.ts'

/** How deep expressions may stand inside each other. People need two or three; the limit keeps the stack safe. */
const MAX_NESTING = 100

/** How many characters a text may have: as many as an API server takes for an object. */
export const MAX_TEXT_LENGTH = 3 * 1024 * 1024

/** How many expressions a text may have. */
export const MAX_EXPRESSIONS = 10_000

/** How many characters one expression may have, with all that are inside of it. */
const MAX_EXPRESSION_LENGTH = 64 * 1024

/** How an argument ends, and whether `$$`, `\/` and `\\` stand for one character in it. */
interface ArgumentRule {
  readonly endsBefore: string
  readonly hasEscapes: boolean
}

const untilBrace: ArgumentRule = { endsBefore: '}', hasEscapes: false }
const untilColonOrBrace: ArgumentRule = { endsBefore: ':}', hasEscapes: false }
// A closing brace does not end the pattern of a replacement: only a slash does.
const pattern: ArgumentRule = { endsBefore: '/', hasEscapes: true }
const replacement: ArgumentRule = { endsBefore: '}', hasEscapes: true }

// Names are nearly always ASCII, and that is read several times as fast. A NUL ends both, as it ends the text.
const asciiName = /\w*/y
const anyName = /[\p{L}\p{Nd}_]*/uy

/** What has been read of an expression before its arguments. */
interface Head {
  readonly start: number
  readonly name: string
  readonly operator: TemplateOperator
}

/** Reads single expressions of one text. It goes wrong where upstream does, and for the same reason. */
export class ExpressionReader {
  readonly #text: string
  readonly #end: number
  #at = 0
  #depth = 0
  #count = 0
  /** Where the outermost expression must have ended. */
  #limit = 0

  constructor(text: string, end: number) {
    this.#text = text
    this.#end = end
  }

  /** Reads the expression whose `${` stands at `start`. */
  read(start: number): TemplateExpression {
    if (this.#depth === MAX_NESTING) {
      throw this.#error('NESTED_TOO_DEEP', `more than ${MAX_NESTING} nested expressions`, start)
    }
    if (++this.#count > MAX_EXPRESSIONS) {
      throw this.#error('TOO_MANY_EXPRESSIONS', `more than ${MAX_EXPRESSIONS} expressions in one text`, start)
    }
    if (this.#depth++ === 0) this.#limit = start + MAX_EXPRESSION_LENGTH
    this.#at = start + 2
    const expression = this.#peek() === '#' ? this.#length(start) : this.#named(start)
    this.#depth--
    return expression
  }

  #length(start: number): TemplateExpression {
    this.#at++
    const name = this.#name()
    if (name === '') throw this.#error('BAD_SUBSTITUTION', 'bad substitution: "${#" needs a name', start)
    return this.#close({ start, name, operator: 'length' }, [])
  }

  #named(start: number): TemplateExpression {
    const name = this.#name()
    if (name === '') {
      throw this.#error('VARIABLE_NAME_EXPECTED', `unable to parse variable name${this.#found()}`, start)
    }
    switch (this.#peek()) {
      case ':':
        return this.#defaultOrSubstring(start, name)
      case '=':
        return this.#default({ start, name, operator: this.#operator('=') })
      case ',':
      case '^':
        return this.#casing(start, name)
      case '/':
        return this.#replacement(start, name)
      case '#':
        return this.#trim({ start, name, operator: this.#operator(this.#peek(1) === '#' ? '##' : '#') })
      case '%':
        return this.#trim({ start, name, operator: this.#operator(this.#peek(1) === '%' ? '%%' : '%') })
      case '}':
        return this.#close({ start, name, operator: 'value' }, [])
      default:
        throw this.#error(
          'MISSING_CLOSING_BRACE',
          `missing closing brace after "${name}"${this.#found()}`,
          start,
        )
    }
  }

  #defaultOrSubstring(start: number, name: string): TemplateExpression {
    const sign = this.#peek(1)
    if (sign === '=' || sign === '-' || sign === '?' || sign === '+') {
      return this.#default({ start, name, operator: this.#operator(`:${sign}`) })
    }
    // Upstream looks at the character behind the colon and then steps back by the width of that character instead
    // of the colon's, so it finds no colon when the character has another width.
    if (this.#at + 1 === this.#text.length || (sign !== undefined && sign > '\x7f')) {
      throw this.#error('BAD_SUBSTITUTION', 'bad substitution: ":" needs a number', start)
    }
    return this.#substring({ start, name, operator: this.#operator(':') })
  }

  #default(head: Head & { readonly operator: DefaultOperator }): TemplateExpression {
    const argsStart = this.#at
    const args: Part[] = []
    while (this.#peek() !== '}') args.push(this.#argument(head, untilBrace))
    return this.#close(head, args, argsStart)
  }

  #substring(head: Head): TemplateExpression {
    const argsStart = this.#at
    const args = [this.#argument(head, untilColonOrBrace)]
    if (this.#peek() === ':') {
      while (this.#peek() === ':') this.#at++
      args.push(this.#argument(head, untilBrace))
    }
    return this.#close(head, args, argsStart)
  }

  #trim(head: Head): TemplateExpression {
    const argsStart = this.#at
    return this.#close(head, [this.#argument(head, untilBrace)], argsStart)
  }

  #replacement(start: number, name: string): TemplateExpression {
    const sign = this.#peek(1)
    const operator = sign === '/' || sign === '#' || sign === '%' ? (`/${sign}` as const) : '/'
    const head: Head = { start, name, operator: this.#operator(operator) }
    const argsStart = this.#at
    const args = [this.#argument(head, pattern)]
    if (this.#peek() !== '/') throw this.#error('BAD_SUBSTITUTION', 'bad substitution: "/" is missing', start)
    while (this.#peek() === '/') this.#at++
    if (this.#peek() !== '}') args.push(this.#argument(head, replacement))
    return this.#close(head, args, argsStart)
  }

  #casing(start: number, name: string): TemplateExpression {
    const first = this.#peek() === ',' ? ',' : '^'
    const second = this.#peek(1)
    const operator: CasingOperator = second === ',' || second === '^' ? `${first}${second}` : first
    return this.#close({ start, name, operator: this.#operator(operator) }, [])
  }

  #argument(head: Head, rule: ArgumentRule): Part {
    if (this.#startsExpression()) return this.read(this.#at)
    const text = this.#argumentText(rule)
    if (text !== '') return { kind: 'text', text }
    const cause = `unable to parse substitution within function "${head.operator}"${this.#found()}`
    throw this.#error('ARGUMENT_EXPECTED', cause, head.start)
  }

  #argumentText({ endsBefore, hasEscapes }: ArgumentRule): string {
    let text = ''
    let from = this.#at
    while (this.#at < this.#end) {
      if (this.#at > this.#limit) throw this.#tooLong()
      const char = this.#text.charAt(this.#at)
      const isSign = char === '$' || char === '\\'
      if (isSign && this.#startsExpression()) break
      const isEscape = isSign && hasEscapes && this.#startsEscape()
      if (!isEscape && endsBefore.includes(char)) break
      if (isEscape) {
        text += this.#text.slice(from, this.#at)
        from = this.#at + 1
      }
      this.#at += isEscape ? 2 : 1
    }
    return text + this.#text.slice(from, this.#at)
  }

  #startsExpression(): boolean {
    return this.#peek() === '$' && this.#peek(1) === '{'
  }

  #startsEscape(): boolean {
    const next = this.#peek(1)
    return this.#peek() === '$' ? next === '$' : this.#peek() === '\\' && (next === '/' || next === '\\')
  }

  #name(): string {
    const name = this.#match(asciiName)
    // Behind the end of the text this is NaN, which is not larger either.
    const isCut = this.#text.charCodeAt(this.#at + name.length) > 0x7f
    const whole = isCut ? this.#match(anyName) : name
    if (whole.length > MAX_EXPRESSION_LENGTH) throw this.#tooLong()
    this.#at += whole.length
    return whole
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#text)?.[0] ?? ''
  }

  #operator<Sign extends TemplateOperator>(operator: Sign): Sign {
    this.#at += operator.length
    return operator
  }

  #close(head: Head, args: readonly Part[], argsStart = this.#at): TemplateExpression {
    if (this.#peek() !== '}') {
      throw this.#error('BAD_SUBSTITUTION', `bad substitution: "}" is missing${this.#found()}`, head.start)
    }
    this.#at++
    return { kind: 'expression', ...head, args, argsStart, end: this.#at }
  }

  #peek(ahead = 0): string | undefined {
    const index = this.#at + ahead
    return index < this.#end ? this.#text[index] : undefined
  }

  #peekCharacter(): string {
    const code = this.#at < this.#end ? this.#text.codePointAt(this.#at) : undefined
    return code === undefined ? '' : String.fromCodePoint(code)
  }

  #found(): string {
    const char = this.#peekCharacter()
    if (char === '') return ': the text ends'
    return /\p{Cc}/u.test(char) ? ': the line ends' : `: found ${char === '"' ? `'"'` : `"${char}"`}`
  }

  #tooLong(): EnvsubstError {
    const cause = `an expression of more than ${MAX_EXPRESSION_LENGTH} characters`
    return this.#error('TEXT_TOO_LARGE', cause, this.#limit - MAX_EXPRESSION_LENGTH)
  }

  #error(code: EnvsubstErrorCode, cause: string, offset: number): EnvsubstError {
    return new EnvsubstError(code, cause, { text: this.#text, offset })
  }
}
