/** A stream of numbers that depends on its seed alone (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

// Mostly small, so that there are many; but what grows too fast or holds too much shows at the limits of the readers,
// the largest of which is 3 MiB.
const SMALL = 20_000
const LARGE = 1024 * 1024
const LARGEST = 4 * 1024 * 1024

/**
 * The input that belongs to a seed and a number: the same for ever, so a failure is replayed by these two.
 *
 * Four kinds, because each finds what the others miss: samples with a few wounds get deep into a grammar, pieces of
 * samples repeated thousands of times find what grows too fast, the same with a number in each find what the pieces do
 * to each other, and plain bytes find what nobody thought of.
 */
export function fuzzInput(samples: readonly string[], seed: number, number: number): string {
  const random = randomFrom(seed ^ Math.imul(number + 1, 0x9e3779b1))
  const upTo = (limit: number) => Math.floor(random() * limit)
  const sample = () => samples[upTo(samples.length)] ?? ''
  const kind = random()
  if (kind < 0.55) return wounded(sample(), sample(), upTo)
  if (kind < 0.7) return plainBytes(upTo)
  const longest = sizeFor(random())
  return kind < 0.87 ? repeated(sample(), longest, upTo) : counted(sample(), longest, upTo)
}

type UpTo = (limit: number) => number

function wounded(text: string, other: string, upTo: UpTo): string {
  let result = text
  for (let wounds = 1 + upTo(4); wounds > 0; wounds -= 1) {
    const [from, length] = [upTo(result.length + 1), upTo(8)]
    const insert = [
      () => '',
      () => oneCharacter(upTo),
      () => piece(other, upTo),
      () => result.slice(from, from + length).repeat(2),
    ][upTo(4)]
    result = result.slice(0, from) + (insert?.() ?? '') + result.slice(from + (upTo(2) === 0 ? length : 0))
  }
  return result.slice(0, SMALL)
}

function sizeFor(chance: number): number {
  if (chance < 0.8) return SMALL
  return chance < 0.98 ? LARGE : LARGEST
}

function repeated(text: string, longest: number, upTo: UpTo): string {
  const part = piece(text, upTo) || oneCharacter(upTo)
  const times = 1 + upTo(Math.floor(longest / part.length))
  return piece(text, upTo) + part.repeat(times) + piece(text, upTo)
}

function counted(text: string, longest: number, upTo: UpTo): string {
  const [before, behind] = [piece(text, upTo), piece(text, upTo)]
  const times = 1 + upTo(Math.floor(longest / (before.length + behind.length + 6)))
  const parts = Array.from({ length: times }, (_, number) => `${before}${number}${behind}`)
  return piece(text, upTo) + parts.join('') + piece(text, upTo)
}

function plainBytes(upTo: UpTo): string {
  return Array.from({ length: upTo(200) }, () => oneCharacter(upTo)).join('')
}

function piece(text: string, upTo: UpTo): string {
  const from = upTo(text.length)
  return text.slice(from, from + 1 + upTo(12))
}

// Mostly what grammars care about, sometimes anything, half a surrogate pair included.
function oneCharacter(upTo: UpTo): string {
  const marks = '{}[]()<>$%#&*!|>\'"`@:;,.?/\\~^=+-_ \t\n\r\u0000019aAyYxeEn\u00e9\u2028\ud83d\ufeff'
  return upTo(8) === 0 ? String.fromCharCode(upTo(0x10000)) : (marks[upTo(marks.length)] ?? '')
}
