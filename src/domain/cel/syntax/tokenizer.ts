import { ParseFailure } from './parse-failure.ts'
import { scanString } from './scan-string.ts'
import { punctuation, type Punctuation, type CelToken, type TokenKind } from './token.ts'

const quotedWord = /`([A-Za-z0-9_.\-/ ]+)`/y
const double = /(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)/y
const whole = /(?:0x[0-9a-fA-F]+|[0-9]+)([uU]?)/y

const marks: ReadonlyMap<string, Punctuation> = new Map(punctuation.map(mark => [mark, mark]))

/** Splits an expression into tokens, one at a time: what follows a mistake is not looked at. */
export class Tokenizer {
  private readonly text: string
  private offset = 0

  constructor(text: string) {
    this.text = text
  }

  /** The next token; the last one is the end, again and again. */
  next(): CelToken {
    this.skipSpace()
    if (this.offset >= this.text.length) return { kind: 'end', text: '', offset: this.offset }
    try {
      return this.read()
    } catch (error) {
      if (!(error instanceof ParseFailure)) throw error
      // Not refused here: whatever is wrong before it is the better message.
      return { kind: 'invalid', text: error.message, offset: error.offset }
    }
  }

  private read(): CelToken {
    const first = this.text.charAt(this.offset)
    if (isWordPart(first)) return isDigit(first) ? this.number() : (this.prefixedString(first) ?? this.word())
    if (first === '"' || first === "'") return this.string()
    if (first === '.' && isDigit(this.text.charAt(this.offset + 1))) return this.number()
    return this.mark(first) ?? this.quotedWord(first)
  }

  /** `r"…"`, `b'…'`: a literal that begins like a word. */
  private prefixedString(first: string): CelToken | undefined {
    return 'bBrR'.includes(first) && scanString(this.text, this.offset) ? this.string() : undefined
  }

  private string(): CelToken {
    const found = scanString(this.text, this.offset)
    return this.take(found?.isBytes === true ? 'bytes' : 'string', found?.end ?? this.text.length)
  }

  private word(): CelToken {
    let end = this.offset
    while (isWordPart(this.text.charAt(end))) end++
    const word = this.text.slice(this.offset, end)
    return this.take(isKeyword(word) ? word : 'identifier', end)
  }

  // The longer reading is the right one: 0x1e5 is no double, 1e5 no int.
  private number(): CelToken {
    const [asDouble = ''] = this.match(double) ?? []
    const [asWhole = '', suffix = ''] = this.match(whole) ?? []
    if (asDouble.length > asWhole.length) return this.take('double', this.offset + asDouble.length)
    return this.take(suffix === '' ? 'int' : 'uint', this.offset + asWhole.length)
  }

  // The longer mark is the right one: <= is not < and =.
  private mark(first: string): CelToken | undefined {
    const mark = marks.get(this.text.slice(this.offset, this.offset + 2)) ?? marks.get(first)
    return mark && this.take(mark, this.offset + mark.length)
  }

  private quotedWord(first: string): CelToken {
    const [quoted, text] = (first === '`' && this.match(quotedWord)) || []
    if (quoted === undefined || text === undefined) return this.refuse()
    const { offset } = this
    this.offset += quoted.length
    return { kind: 'quoted-identifier', text, offset }
  }

  private refuse(): never {
    const char = String.fromCodePoint(this.text.codePointAt(this.offset) ?? 0)
    throw new ParseFailure(`unexpected character ${JSON.stringify(char)}`, this.offset)
  }

  private take(kind: TokenKind, end: number): CelToken {
    const { offset } = this
    this.offset = end
    return { kind, text: this.text.slice(offset, end), offset }
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.offset
    return pattern.exec(this.text)
  }

  private skipSpace(): void {
    for (;;) {
      const char = this.text.charAt(this.offset)
      if (char === '/' && this.text.charAt(this.offset + 1) === '/') this.skipLine()
      else if (char !== '' && '\t \r\n\f'.includes(char)) this.offset++
      else return
    }
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.offset)
    this.offset = end < 0 ? this.text.length : end
  }
}

function isKeyword(word: string): word is 'in' | 'true' | 'false' | 'null' {
  return word === 'in' || word === 'true' || word === 'false' || word === 'null'
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9'
}

function isWordPart(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || isDigit(char) || char === '_'
}
