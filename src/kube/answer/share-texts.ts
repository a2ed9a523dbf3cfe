/** Shorter ones V8 keeps once by itself. */
const SHORTEST = 11
/** Longer ones are hardly ever the same. */
const LONGEST = 128
const MAX_TEXTS = 8192

/** The texts that were met of late. */
class RecentTexts {
  #recent = new Map<string, string>()
  /** Those before, of which the ones that are met again stay. */
  #before = new Map<string, string>()

  /** The same text, as it was met first: whoever keeps it keeps no other one. */
  share(text: string): string {
    if (text.length < SHORTEST || text.length > LONGEST) return text
    const known = this.#recent.get(text)
    if (known !== undefined) return known
    if (this.#recent.size === MAX_TEXTS) [this.#before, this.#recent] = [this.#recent, new Map()]
    const shared = this.#before.get(text) ?? text
    this.#recent.set(shared, shared)
    return shared
  }
}

const texts = new RecentTexts()

/**
 * Replaces, in a value that was just parsed, each text by an equal one that was parsed before.
 *
 * A thousand clusters say the same of themselves. In place, as the parser makes objects smaller than any copy would be.
 */
export function shareTexts(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const name of Object.keys(value)) {
    const part: unknown = Reflect.get(value, name)
    if (typeof part === 'string') Reflect.set(value, name, texts.share(part))
    else shareTexts(part)
  }
}
