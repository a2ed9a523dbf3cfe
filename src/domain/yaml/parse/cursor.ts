import { positionAt } from '../position.ts'
import { YamlError, type YamlErrorCode } from '../yaml-error.ts'
import { BREAK, END, GAP, classOf } from './characters.ts'
import { MAX_LINES } from './node-budget.ts'

const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a
const DASH = 0x2d
const DOT = 0x2e

/** Where the scanner stands in a text, and what of the text before decides how the next characters are read. */
export class Cursor {
  /** The text with a NUL behind it, so that reading never runs over the end. */
  readonly text: string
  at = 0
  /** Where the current line begins. */
  lineStart = 0
  /** The column of the innermost block collection, or -1. */
  indent = -1
  /** How many brackets and braces are open. */
  flowLevel = 0
  /** Whether what comes next may be a key without a question mark. */
  keyAllowed = true
  /** Where the scalar that was scanned last ends. */
  scalarEnd = 0
  #linesLeft = MAX_LINES

  constructor(text: string) {
    this.text = `${text}\0`
  }

  get column(): number {
    return this.at - this.lineStart
  }

  classHere(): number {
    return classOf(this.text.charCodeAt(this.at))
  }

  /** Steps over one line break and returns what it means in a scalar. */
  takeBreak(): string {
    if (--this.#linesLeft < 0) throw this.error('TOO_LARGE', `a document of more than ${MAX_LINES} lines`)
    const { text } = this
    const code = text.charCodeAt(this.at)
    const isPair = code === CARRIAGE_RETURN && text.charCodeAt(this.at + 1) === LINE_FEED
    this.at += isPair ? 2 : 1
    this.lineStart = this.at
    return code > 0x85 ? String.fromCharCode(code) : '\n'
  }

  /** Goes to the end of the line, over whatever it holds. */
  skipLine(): void {
    const { text } = this
    let at = this.at
    while ((classOf(text.charCodeAt(at)) & (BREAK | END)) === 0) at++
    this.at = at
  }

  /** Whether a line begins here with `---` or `...` and nothing directly behind it. */
  isAtDocumentMarker(): boolean {
    const { text, at } = this
    const code = text.charCodeAt(at)
    if ((code !== DASH && code !== DOT) || at !== this.lineStart) return false
    const isMarker = text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === code
    return isMarker && (classOf(text.charCodeAt(at + 3)) & GAP) !== 0
  }

  error(code: YamlErrorCode, reason: string, offset = this.at): YamlError {
    return new YamlError(code, reason, positionAt(this.text, Math.min(offset, this.text.length - 1)))
  }
}
