const INDENT = 2

/** What has been written, and all that decides where the next word goes. */
export class YamlPage {
  #text = ''
  #column = 0
  #indent = -1
  #endsWithGap = true
  #isAtLineStart = true

  get column(): number {
    return this.#column
  }

  /** Whether nothing but spaces, dashes and question marks stands on the line so far. */
  get isAtLineStart(): boolean {
    return this.#isAtLineStart
  }

  /** Does `work` with the lines of a collection moved to the right. The outermost ones stay at the left edge. */
  indented(isMoved: boolean, work: () => void): void {
    const before = this.#indent
    this.#indent = before < 0 ? 0 : before + (isMoved ? INDENT : 0)
    work()
    this.#indent = before
  }

  /** Does `work` with the lines of a scalar moved to the right. */
  indentedForScalar(work: () => void): void {
    const before = this.#indent
    this.#indent = Math.max(before, 0) + INDENT
    work()
    this.#indent = before
  }

  /** Goes to where a line of this indent begins: maybe that is where we are. */
  newLine(): void {
    const indent = Math.max(this.#indent, 0)
    const isBehind = this.#column > indent || (this.#column === indent && !this.#endsWithGap)
    if (!this.#isAtLineStart || isBehind) this.breakLine('\n')
    this.#append(' '.repeat(Math.max(indent - this.#column, 0)))
    this.#endsWithGap = true
    this.#isAtLineStart = true
  }

  /** A dash, question mark or colon that may be followed by the first line of a collection. */
  mark(sign: '-' | '?' | ':'): void {
    this.gap()
    this.#append(sign)
    this.#endsWithGap = false
  }

  /** A space, unless there is one. */
  gap(): void {
    if (!this.#endsWithGap) this.#append(' ')
  }

  /** Any text without a line break; nothing is put before it. */
  put(text: string): void {
    this.#append(text)
    this.#endsWithGap = false
    this.#isAtLineStart = false
  }

  /** Ends the line with a break out of the text itself. */
  breakLine(sign: string): void {
    this.#text += sign
    this.#column = 0
    this.#endsWithGap = true
    this.#isAtLineStart = true
  }

  /** Ends the document and returns it. */
  end(): string {
    this.newLine()
    return this.#text
  }

  #append(text: string): void {
    this.#text += text
    this.#column += text.length
  }
}
