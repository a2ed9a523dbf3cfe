/*
 * The language counts characters, JavaScript counts UTF-16 units. The two differ only where a text holds a surrogate
 * pair, which is rare: the functions here look for one first and take the short way when there is none.
 */

const surrogate = /[\ud800-\udfff]/

/** Orders texts by code point, as Go orders their bytes. */
export function compareStrings(left: string, right: string): number {
  if (left === right) return 0
  if (!surrogate.test(left) && !surrogate.test(right)) return left < right ? -1 : 1
  let index = 0
  while (index < left.length && left.charCodeAt(index) === right.charCodeAt(index)) index++
  // The difference may be in the second half of a pair: both halves count.
  if (isLow(left.charCodeAt(index)) && isLow(right.charCodeAt(index))) index--
  return (left.codePointAt(index) ?? -1) - (right.codePointAt(index) ?? -1)
}

/** The number of characters. */
export function codePointCount(text: string): number {
  if (!surrogate.test(text)) return text.length
  return unitsToCodePoints(text, text.length)
}

/** The number of characters before a UTF-16 index. */
export function unitsToCodePoints(text: string, units: number): number {
  let count = 0
  for (let index = 0; index < units; count++) index += widthAt(text, index)
  return count
}

/** The UTF-16 index of a character; the end of the text when there are fewer. */
export function codePointsToUnits(text: string, count: number): number {
  if (!surrogate.test(text)) return Math.min(count, text.length)
  let index = 0
  for (let passed = 0; passed < count && index < text.length; passed++) index += widthAt(text, index)
  return index
}

/** Every character as a text of its own. */
export function codePoints(text: string): string[] {
  return surrogate.test(text) ? Array.from(text) : text.split('')
}

function widthAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
