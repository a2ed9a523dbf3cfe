/** Collects line breaks. A million of them are one string in the end, not a million joined ones. */
export class BreakRun {
  #text = ''
  #lineFeeds = 0

  add(lineBreak: string): void {
    if (lineBreak === '\n') {
      this.#lineFeeds++
      return
    }
    this.#text = `${this.text}${lineBreak}`
    this.#lineFeeds = 0
  }

  get text(): string {
    return this.#lineFeeds === 0 ? this.#text : this.#text + '\n'.repeat(this.#lineFeeds)
  }
}

/** What the breaks between two lines of a folded scalar stand for: the first one, and those of empty lines. */
export function fold(first: string, more: string): string {
  if (first !== '\n') return first + more
  return more === '' ? ' ' : more
}
