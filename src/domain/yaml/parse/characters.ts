/** Ends a line: LF, CR, NEL, and the line and paragraph separators of Unicode, as YAML 1.1 has it. */
export const BREAK = 1
/** Space or tab. */
export const BLANK = 2
/** The NUL that the cursor puts behind the text: no text may contain one. */
export const END = 4
/** A colon, which may end a plain scalar. */
export const COLON = 8
/** Ends a plain scalar inside brackets and braces. */
export const FLOW = 16
/** What separates a word from what follows. */
export const GAP = BREAK | BLANK | END

const classes = new Uint8Array(256)
for (const code of [0x0a, 0x0d, 0x85]) classes[code] = BREAK
for (const code of [0x20, 0x09]) classes[code] = BLANK
classes[0] = END
classes[0x3a] = COLON
for (const character of ',?[]{}') classes[character.charCodeAt(0)] = FLOW

/** The class of a character, 0 for all that have no meaning to the scanner. */
export function classOf(code: number): number {
  if (code < 256) return classes[code] ?? 0
  return code === 0x2028 || code === 0x2029 ? BREAK : 0
}

/** Whether a character may stand in the name of an anchor, a directive or a tag handle. */
export function isNameCharacter(code: number): boolean {
  const lower = code | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || isDigit(code) || code === 0x5f || code === 0x2d
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** The value of a hexadecimal digit, or -1. */
export function hexValue(code: number): number {
  if (isDigit(code)) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
