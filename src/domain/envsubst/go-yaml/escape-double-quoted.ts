const escapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\u001b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\u0085': '\\N',
  '\u00a0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
}

const unprintable = /[^\x20\x21\x23-\x5b\x5d-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/gu
const anything = /[^]/gu
const BYTE_ORDER_MARK = '\ufeff'

/** Escapes what may not stand between double quotes. */
export function escapeDoubleQuoted(text: string): string {
  // The library asks of every character whether the text begins with a byte order mark, and if so escapes all of them.
  return text.replace(text.startsWith(BYTE_ORDER_MARK) ? anything : unprintable, escape)
}

function escape(char: string): string {
  const short = escapes[char]
  if (short !== undefined) return short
  const code = char.codePointAt(0) ?? 0
  if (code <= 0xff) return `\\x${hex(code, 2)}`
  return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0')
}
