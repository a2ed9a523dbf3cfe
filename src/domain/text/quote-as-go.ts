const short: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}

// Letters, marks, numbers, punctuation, symbols and the plain space; a lone surrogate is none of them.
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu

/** Writes `text` between double quotes as Go's `%q` does, so that messages of the upstream systems can be told word for word. */
export function quoteAsGo(text: string): string {
  return `"${escapeAsGo(text.replace(/["\\]/g, '\\$&'))}"`
}

/** Replaces whatever cannot be printed by its Go escape: a message stays on one line, whatever it quotes. */
export function escapeAsGo(text: string): string {
  return text.replace(unprintable, escape)
}

function escape(char: string): string {
  const code = char.codePointAt(0) ?? 0
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd'
  if (code < 0x20 || code === 0x7f) return short[char] ?? `\\x${hex(code, 2)}`
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}
