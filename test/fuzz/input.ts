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

const LONGEST = 20_000

/**
 * The input that belongs to a seed and a number: the same for ever, so a failure is replayed by these two.
 *
 * Three kinds, because each finds what the others miss: samples with a few wounds get deep into a grammar, pieces of
 * samples repeated thousands of times find what grows too fast, and plain bytes find what nobody thought of.
 */
export function fuzzInput(samples: readonly string[], seed: number, number: number): string {
  const random = randomFrom(seed ^ Math.imul(number + 1, 0x9e3779b1))
  const upTo = (limit: number) => Math.floor(random() * limit)
  const sample = () => samples[upTo(samples.length)] ?? ''
  const kind = random()
  if (kind < 0.6) return wounded(sample(), sample(), upTo)
  if (kind < 0.85) return repeated(sample(), upTo)
  return plainBytes(upTo)
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
  return result.slice(0, LONGEST)
}

function repeated(text: string, upTo: UpTo): string {
  const part = piece(text, upTo) || oneCharacter(upTo)
  const times = 1 + upTo(Math.floor(LONGEST / part.length))
  return piece(text, upTo) + part.repeat(times) + piece(text, upTo)
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
