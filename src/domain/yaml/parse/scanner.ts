import { BlockColumns } from './block-columns.ts'
import { BLANK, BREAK, GAP, classOf } from './characters.ts'
import { Cursor } from './cursor.ts'
import { EventParser } from './event-parser.ts'
import type { EventSink, ScalarStyle } from './event-sink.ts'
import { HeldProperties } from './held-properties.ts'
import type { NodeBudget } from './node-budget.ts'
import { PossibleKey, reachesBackTo } from './possible-key.ts'
import { scanFolded, scanLiteral } from './scan-block.ts'
import { scanDirective } from './scan-directive.ts'
import { scanAnchor, scanTag } from './scan-name.ts'
import { scanPlain } from './scan-plain.ts'
import { scanDoubleQuoted, scanSingleQuoted } from './scan-quoted.ts'
import * as token from './tokens.ts'

const TAB = 0x09
const SPACE = 0x20
const HASH = 0x23
const COLON_SIGN = 0x3a
const BYTE_ORDER_MARK = 0xfeff

/** Finds the tokens of one document and hands them to the parser. What columns and lines mean is its part. */
export class Scanner {
  readonly #cursor: Cursor
  readonly #parser: EventParser
  readonly #blocks: BlockColumns
  readonly #held: HeldProperties
  readonly #possibleKey: PossibleKey

  constructor(text: string, sink: EventSink, budget: NodeBudget) {
    const cursor = new Cursor(text)
    this.#cursor = cursor
    this.#parser = new EventParser(cursor, sink, budget)
    this.#blocks = new BlockColumns(cursor, this.#parser)
    this.#held = new HeldProperties(this.#parser)
    this.#possibleKey = new PossibleKey(cursor, this.#parser)
    if (text.charCodeAt(0) !== BYTE_ORDER_MARK) return
    cursor.at = cursor.lineStart = 1
    // Upstream, with a second mark, loses the first character of every line.
    if (text.charCodeAt(1) === BYTE_ORDER_MARK)
      throw cursor.error('BAD_CHARACTER', 'a second byte order mark')
  }

  /** Reads the first document. Of what follows, only the next token is looked at, as upstream does. */
  run(): void {
    while (!this.#parser.isDone) this.#fetch()
    this.#possibleKey.noteEnd()
    while (this.#possibleKey.isAwaited) this.#fetch()
  }

  #fetch(): void {
    const cursor = this.#cursor
    this.#skipToToken()
    if (!this.#held.isEmpty && !reachesBackTo(this.#held.keyStart, cursor)) {
      this.#release()
      this.#possibleKey.noteEnd()
    }
    if (cursor.indent > cursor.column) this.#blocks.close(cursor.column)
    switch (cursor.text.charCodeAt(cursor.at)) {
      case 0x22: // "
        return this.#scalar('double', scanDoubleQuoted)
      case 0x27: // '
        return this.#scalar('single', scanSingleQuoted)
      case 0x2d: // -
        return this.#dash()
      case 0x2e: // .
        return cursor.isAtDocumentMarker()
          ? this.#marker(token.DOCUMENT_END)
          : this.#scalar('plain', scanPlain)
      case 0x7c: // |
        return this.#blockScalar('literal', scanLiteral)
      case 0x3e: // >
        return this.#blockScalar('folded', scanFolded)
      case 0x5b: // [
        return this.#flowStart(token.FLOW_SEQUENCE_START)
      case 0x7b: // {
        return this.#flowStart(token.FLOW_MAPPING_START)
      case 0x5d: // ]
        return this.#flowEnd(token.FLOW_SEQUENCE_END)
      case 0x7d: // }
        return this.#flowEnd(token.FLOW_MAPPING_END)
      case 0x2c: // ,
        return this.#flowEntry()
      case 0x3f: // ?
        return this.#isIndicator() ? this.#questionMark() : this.#scalar('plain', scanPlain)
      case COLON_SIGN:
        return this.#isIndicator() ? this.#colon() : this.#scalar('plain', scanPlain)
      case 0x2a: // *
        return this.#alias()
      case 0x26: // &
        return this.#anchor()
      case 0x21: // !
        return this.#tag()
      case 0x25: // %
        return this.#directive()
      case 0:
        return this.#streamEnd()
      case TAB:
        throw cursor.error('SYNTAX', 'a tab in the indentation, where only spaces are allowed')
      case 0x40: // @
      case 0x60: // `
        throw this.#cannotStart()
      default:
        return this.#scalar('plain', scanPlain)
    }
  }

  #skipToToken(): void {
    const cursor = this.#cursor
    const { text } = cursor
    for (;;) {
      let code = text.charCodeAt(cursor.at)
      while (code === SPACE || (code === TAB && (!cursor.keyAllowed || cursor.flowLevel > 0))) {
        code = text.charCodeAt(++cursor.at)
      }
      if (code === HASH) cursor.skipLine()
      if (cursor.classHere() !== BREAK) return
      cursor.takeBreak()
      if (cursor.flowLevel === 0) cursor.keyAllowed = true
    }
  }

  #scalar(style: ScalarStyle, scan: (cursor: Cursor) => string): void {
    const cursor = this.#cursor
    const start = cursor.at
    const line = cursor.lineStart
    const keyStart = this.#takeKeyStart()
    const isRequired = this.#mustBeKey(keyStart)
    const value = scan(cursor)
    if (keyStart >= 0 && cursor.lineStart === line && this.#colonFollows(keyStart)) {
      this.#startKey(keyStart)
      if (this.#held.isEmpty) {
        this.#parser.scalarKey(value, style, start)
      } else {
        this.#startHeldKey(keyStart)
        this.#parser.scalar(value, style, start)
        this.#parser.token(token.VALUE, cursor.at)
      }
      this.#endKey()
      return
    }
    if (isRequired) throw this.#missingColon(keyStart)
    this.#held.release()
    this.#parser.scalar(value, style, start)
  }

  #alias(): void {
    const cursor = this.#cursor
    const start = cursor.at
    const keyStart = this.#takeKeyStart()
    const isRequired = this.#mustBeKey(keyStart)
    const name = scanAnchor(cursor)
    if (keyStart >= 0 && this.#colonFollows(keyStart)) {
      this.#startKey(keyStart)
      this.#startHeldKey(keyStart)
      this.#parser.alias(name, start)
      this.#parser.token(token.VALUE, cursor.at)
      this.#endKey()
      return
    }
    if (isRequired) throw this.#missingColon(keyStart)
    this.#held.release()
    this.#parser.alias(name, start)
  }

  #anchor(): void {
    const start = this.#cursor.at
    const keyStart = this.#takeKeyStart()
    const isRequired = this.#mustBeKey(keyStart)
    this.#held.holdAnchor(scanAnchor(this.#cursor), start)
    this.#held.becomeKey(keyStart, isRequired)
  }

  #tag(): void {
    const start = this.#cursor.at
    const keyStart = this.#takeKeyStart()
    const isRequired = this.#mustBeKey(keyStart)
    this.#held.holdTag(scanTag(this.#cursor), start)
    this.#held.becomeKey(keyStart, isRequired)
  }

  #blockScalar(style: ScalarStyle, scan: (cursor: Cursor) => string): void {
    const cursor = this.#cursor
    if (cursor.flowLevel > 0) throw this.#cannotStart()
    const start = cursor.at
    this.#endToken({ keyAllowed: true })
    this.#parser.scalar(scan(cursor), style, start)
  }

  #dash(): void {
    const cursor = this.#cursor
    if (cursor.isAtDocumentMarker()) return this.#marker(token.DOCUMENT_START)
    if ((classOf(cursor.text.charCodeAt(cursor.at + 1)) & GAP) === 0) return this.#scalar('plain', scanPlain)
    this.#startBlock(token.BLOCK_SEQUENCE_START, 'a list that starts after other text on its line')
    this.#endToken({ keyAllowed: true })
    this.#parser.token(token.BLOCK_ENTRY, cursor.at++)
  }

  #questionMark(): void {
    const cursor = this.#cursor
    this.#startBlock(token.BLOCK_MAPPING_START, 'a "?" after other text on its line')
    this.#endToken({ keyAllowed: cursor.flowLevel === 0 })
    this.#parser.token(token.KEY, cursor.at++)
  }

  #startBlock(kind: number, fault: string): void {
    const cursor = this.#cursor
    this.#release()
    if (cursor.flowLevel === 0 && !cursor.keyAllowed) throw cursor.error('SYNTAX', fault)
    this.#blocks.open(cursor.at, kind)
  }

  /** A colon that is not directly behind a scalar. */
  #colon(): void {
    const cursor = this.#cursor
    const { keyStart } = this.#held
    if (keyStart >= 0 && reachesBackTo(keyStart, cursor)) {
      this.#startKey(keyStart)
      this.#startHeldKey(keyStart)
      this.#parser.token(token.VALUE, cursor.at)
      this.#endKey()
      return
    }
    if (cursor.flowLevel > 0 || !this.#meetsKeyOutside()) {
      this.#startBlock(token.BLOCK_MAPPING_START, 'a ":" where no value can start')
    }
    cursor.keyAllowed = cursor.flowLevel === 0
    this.#parser.token(token.VALUE, cursor.at++)
  }

  /** Whether a colon belongs to a key behind the document, which nobody looks at. */
  #meetsKeyOutside(): boolean {
    const cursor = this.#cursor
    const effect = this.#possibleKey.meetColon()
    // The key that upstream makes here comes too late, and is no part of the document if that has ended.
    if (effect === 'outside') this.#parser.token(token.KEY, cursor.at)
    if (effect === 'nothing' || (effect === 'outside' && this.#parser.isDone)) return effect === 'outside'
    throw cursor.error('SYNTAX', 'a ":" where no value can start')
  }

  #flowStart(kind: number): void {
    const cursor = this.#cursor
    const keyStart = this.#takeKeyStart()
    // Outside of brackets this would have to be a key, and no collection can be one.
    if (this.#mustBeKey(keyStart)) throw this.#missingColon(keyStart)
    this.#held.release()
    this.#possibleKey.openBracket(keyStart)
    this.#parser.token(kind, cursor.at++)
    cursor.flowLevel++
    cursor.keyAllowed = true
  }

  #flowEnd(kind: number): void {
    const cursor = this.#cursor
    this.#endToken({ keyAllowed: false })
    this.#possibleKey.closeBracket()
    if (cursor.flowLevel > 0) cursor.flowLevel--
    this.#parser.token(kind, cursor.at++)
  }

  #flowEntry(): void {
    this.#endToken({ keyAllowed: true })
    this.#parser.token(token.FLOW_ENTRY, this.#cursor.at++)
  }

  #marker(kind: number): void {
    this.#endToken({ keyAllowed: false })
    this.#blocks.close(-1)
    this.#parser.token(kind, this.#cursor.at)
    this.#cursor.at += 3
  }

  #directive(): void {
    const cursor = this.#cursor
    if (cursor.column > 0) throw this.#cannotStart()
    const start = cursor.at
    this.#endToken({ keyAllowed: false })
    this.#blocks.close(-1)
    this.#parser.directive(scanDirective(cursor), start)
  }

  #streamEnd(): void {
    this.#endToken({ keyAllowed: false })
    this.#blocks.close(-1)
    this.#cursor.flowLevel = 0
    this.#possibleKey.drop()
    this.#parser.token(token.STREAM_END, this.#cursor.at)
  }

  /** Ends what stands before a token that no key can begin with. */
  #endToken({ keyAllowed }: { keyAllowed: boolean }): void {
    this.#release()
    this.#possibleKey.drop()
    this.#cursor.keyAllowed = keyAllowed
  }

  /** Says where the key begins that the token here may be part of, or -1. None may follow on this line then. */
  #takeKeyStart(): number {
    const cursor = this.#cursor
    if (!cursor.keyAllowed) return this.#held.keyStart
    cursor.keyAllowed = false
    this.#possibleKey.take()
    return cursor.at
  }

  // At the column of an open block collection only a key, or a "-", can continue with it.
  #mustBeKey(keyStart: number): boolean {
    const cursor = this.#cursor
    return keyStart >= 0 && cursor.flowLevel === 0 && cursor.indent === keyStart - cursor.lineStart
  }

  #startKey(keyStart: number): void {
    this.#possibleKey.drop()
    this.#blocks.open(keyStart, token.BLOCK_MAPPING_START)
  }

  #startHeldKey(keyStart: number): void {
    this.#parser.token(token.KEY, keyStart)
    this.#held.release()
  }

  #endKey(): void {
    this.#cursor.at++
    this.#cursor.keyAllowed = false
  }

  /** Hands on anchors and tags that turned out not to belong to a key. */
  #release(): void {
    if (this.#held.isEmpty) return
    if (this.#held.isRequired) throw this.#missingColon(this.#held.keyStart)
    this.#held.release()
  }

  #isIndicator(): boolean {
    const cursor = this.#cursor
    return cursor.flowLevel > 0 || (classOf(cursor.text.charCodeAt(cursor.at + 1)) & GAP) !== 0
  }

  /** Goes over blanks and says whether the colon of a key is there. */
  #colonFollows(keyStart: number): boolean {
    const cursor = this.#cursor
    while (cursor.classHere() === BLANK) cursor.at++
    if (cursor.text.charCodeAt(cursor.at) !== COLON_SIGN) return false
    return this.#isIndicator() && reachesBackTo(keyStart, cursor)
  }

  #missingColon(keyStart: number): Error {
    return this.#cursor.error('SYNTAX', 'a line that must be a key has no ":"', keyStart)
  }

  #cannotStart(): Error {
    const { text, at } = this.#cursor
    return this.#cursor.error('SYNTAX', `a value cannot begin with "${text.charAt(at)}"`)
  }
}
