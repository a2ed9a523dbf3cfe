const letter = /^\p{L}$/u
const digit = /^\p{Nd}$/u

/** Puts the keys of a mapping into the order in which Go's YAML library writes them: numbers in names count as numbers. */
export function sortKeys(keys: readonly string[]): string[] {
  if (keys.length < 2) return [...keys]
  return keys
    .map(key => ({ key, characters: Array.from(key) }))
    .toSorted((a, b) => compare(a.characters, b.characters))
    .map(({ key }) => key)
}

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((char, index) => char !== b[index])
  if (at < 0 || at >= b.length) return a.length - b.length
  const [left = '', right = ''] = [a[at], b[at]]
  const [isLeft, isRight] = [letter.test(left), letter.test(right)]
  // Whatever is no letter comes before the letters.
  if (isLeft !== isRight) return isLeft ? 1 : -1
  return isLeft ? codeOf(left) - codeOf(right) : compareNumbers(a, b, at)
}

function compareNumbers(a: readonly string[], b: readonly string[], at: number): number {
  const start = a[at] === '0' || b[at] === '0' ? startValue(a, at) : 0
  const [endOfA, endOfB] = [endOfDigits(a, at), endOfDigits(b, at)]
  const [left, right] = [numberIn(a.slice(at, endOfA), start), numberIn(b.slice(at, endOfB), start)]
  if (left < right) return -1
  if (left > right) return 1
  return endOfA - endOfB || codeOf(a[at] ?? '') - codeOf(b[at] ?? '')
}

// A zero in the middle of a number counts, one at its beginning does not.
function startValue(characters: readonly string[], at: number): 0 | 1 {
  for (let index = at - 1; index >= 0 && digit.test(characters[index] ?? ''); index--) {
    if (characters[index] !== '0') return 1
  }
  return 0
}

function endOfDigits(characters: readonly string[], from: number): number {
  let end = from
  while (digit.test(characters[end] ?? '')) end++
  return end
}

// Long numbers overflow as int64 does in Go; short ones need no bigint.
function numberIn(digits: readonly string[], start: 0 | 1): number | bigint {
  const values = digits.map(char => codeOf(char) - 48)
  if (digits.length < 10) return values.reduce((sum, value) => sum * 10 + value, start)
  return values.reduce((sum, value) => BigInt.asIntN(64, sum * 10n + BigInt(value)), BigInt(start))
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0
}
