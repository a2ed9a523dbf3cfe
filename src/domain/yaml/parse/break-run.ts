import { joinIfMany } from './join-if-many.ts'

/** Collects line breaks. A million of them are one string in the end, not a million joined ones. */
export class BreakRun {
  #pieces: string[] | undefined
  #lineFeeds = 0

  add(lineBreak: string): void {
    if (lineBreak === '\n') {
      this.#lineFeeds++
      return
    }
    const pieces = this.#endLineFeeds()
    pieces.push(lineBreak)
    joinIfMany(pieces)
  }

  get text(): string {
    if (this.#pieces === undefined) return '\n'.repeat(this.#lineFeeds)
    return this.#endLineFeeds().join('')
  }

  #endLineFeeds(): string[] {
    this.#pieces ??= []
    if (this.#lineFeeds > 0) this.#pieces.push('\n'.repeat(this.#lineFeeds))
    this.#lineFeeds = 0
    return this.#pieces
  }
}

/** What the breaks between two lines of a folded scalar stand for: the first one, and those of empty lines. */
export function fold(first: string, more: string): string {
  if (first !== '\n') return first + more
  return more === '' ? ' ' : more
}
