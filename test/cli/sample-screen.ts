/** For tests: what someone sees on a terminal that was sent these texts. */
export class SampleScreen {
  #rows: string[] = []
  #row = 0
  #column = 0
  #pending = ''
  /** The private modes that are switched on, by number. */
  readonly modes = new Set<string>()
  /** How often colours were changed, but for being switched off. */
  colors = 0

  /** Sends it a text, or a part of one. */
  feed(text: string): void {
    // oxlint-disable-next-line no-control-regex -- this is what terminals are sent
    const token = /\u001B\[(\??)([0-9;]*)([A-Za-z])|(\u001B(?:\[[0-9;?]*)?$)|([^])/gu
    for (const [whole, mark, numbers = '', command, rest, character] of `${this.#pending}${text}`.matchAll(
      token,
    )) {
      this.#pending = rest ?? ''
      if (command !== undefined) this.#obey(command, mark === '?' ? `?${numbers}` : numbers)
      else if (character !== undefined) this.#type(character)
      else this.#pending = whole
    }
  }

  /** The lines, without blanks at their end and empty ones below. */
  lines(): readonly string[] {
    const lines = Array.from(this.#rows, line => (line ?? '').trimEnd())
    return lines.slice(0, lines.findLastIndex(line => line !== '') + 1)
  }

  text(): string {
    return this.lines().join('\n')
  }

  #obey(command: string, numbers: string): void {
    const [first = '', second = ''] = numbers.split(';')
    if (command === 'h') this.modes.add(numbers)
    if (command === 'l') this.modes.delete(numbers)
    if (command === 'J') this.#rows = []
    if (command === 'K') this.#rows[this.#row] = this.#line().slice(0, this.#column)
    if (command === 'm' && numbers !== '0') this.colors += 1
    if (command !== 'H') return
    this.#row = Number(first || 1) - 1
    this.#column = Number(second || 1) - 1
  }

  #type(character: string): void {
    if (character === '\r') this.#column = 0
    if (character === '\n') this.#row += 1
    if (character < ' ') return
    const line = this.#line().padEnd(this.#column)
    this.#rows[this.#row] = line.slice(0, this.#column) + character + line.slice(this.#column + 1)
    this.#column += 1
  }

  #line(): string {
    return this.#rows[this.#row] ?? ''
  }
}
