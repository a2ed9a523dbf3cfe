import type { EventParser } from './event-parser.ts'
import type { TagName } from './scan-name.ts'

/** Anchors and tags that wait for the token behind them: it decides whether they belong to a key or to a value. */
export class HeldProperties {
  /** Where the key would begin, or -1 if no key may stand here. */
  keyStart = -1
  /** Whether only a key may stand here. */
  isRequired = false
  readonly #parser: EventParser
  readonly #held: ((parser: EventParser) => void)[] = []

  constructor(parser: EventParser) {
    this.#parser = parser
  }

  get isEmpty(): boolean {
    return this.#held.length === 0
  }

  holdAnchor(name: string, start: number): void {
    this.#held.push(parser => parser.anchor(name, start))
  }

  holdTag(tag: TagName, start: number): void {
    this.#held.push(parser => parser.tag(tag, start))
  }

  /** Waits if a key may begin here; else there is nothing to wait for. */
  becomeKey(keyStart: number, isRequired: boolean): void {
    this.keyStart = keyStart
    this.isRequired = isRequired
    if (keyStart < 0) this.release()
  }

  release(): void {
    if (this.#held.length === 0) return
    for (const hand of this.#held) hand(this.#parser)
    this.#held.length = 0
    this.keyStart = -1
  }
}
