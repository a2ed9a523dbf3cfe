// The quick look takes all of a surrogate pair for bad; the thorough one, which knows pairs, is slower.
const QUICK = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd]/
const THOROUGH = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** Finds a character that may not stand in YAML, not even in quotes: the offset of the first one, or -1. */
export function findBadCharacter(text: string): number {
  return QUICK.test(text) ? text.search(THOROUGH) : -1
}
