// Ranges of East Asian wide characters and emoji, as far as terminals agree on them.
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
]

/** How many columns of a terminal a text takes. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

/** As much of a text as fits into so many columns, with a sign at the end where something is missing. */
export function cutToWidth(text: string, width: number, sign: string): string {
  if (textWidth(text) <= width) return text
  const room = width - textWidth(sign)
  if (room < 0) return ''
  let cut = ''
  let used = 0
  for (const character of text) {
    used += characterWidth(character)
    if (used > room) break
    cut += character
  }
  return cut + sign
}

/** A text that cannot move the cursor, change colours or turn the line around: such characters come out as `?`. */
export function plainText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- those are just the ones that must not get through
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, '?')
}

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x300) return 1
  if (/^\p{Mark}$/u.test(character)) return 0
  return wide.some(([first, last]) => code >= first && code <= last) ? 2 : 1
}
