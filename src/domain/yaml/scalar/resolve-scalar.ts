import { readFraction, readNumber } from './read-number.ts'

/** What a plain scalar can mean. */
export type ScalarValue = null | boolean | number | bigint | string

const words = new Map<string, ScalarValue>([['', null]])
for (const word of ['y', 'yes', 'on', 'true']) addSpellings(word, true)
for (const word of ['n', 'no', 'off', 'false']) addSpellings(word, false)
addSpellings('null', null)
words.set('~', null)
for (const word of ['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF']) words.set(word, Infinity)
for (const word of ['-.inf', '-.Inf', '-.INF']) words.set(word, -Infinity)
for (const word of ['.nan', '.NaN', '.NAN']) words.set(word, NaN)

function addSpellings(word: string, value: ScalarValue): void {
  words.set(word, value)
  words.set(word.charAt(0).toUpperCase() + word.slice(1), value)
  words.set(word.toUpperCase(), value)
}

const LONGEST_WORD = 5

const WORD = 1
const NUMBER = 2
const FRACTION = 3
// The first character says what a scalar can be; all that are not here begin strings.
const hints = new Uint8Array(128)
for (const character of 'yYnNtTfFoO~') hints[character.charCodeAt(0)] = WORD
for (const character of '+-0123456789') hints[character.charCodeAt(0)] = NUMBER
hints['.'.charCodeAt(0)] = FRACTION

/** Says what a scalar without quotes and tag means to the YAML 1.1 reader of Kubernetes. */
export function resolveScalar(text: string): ScalarValue {
  if (text === '') return null
  const first = text.charCodeAt(0)
  const hint = first < 128 ? hints[first] : 0
  if (!hint) return text
  if (text.length <= LONGEST_WORD) {
    const value = words.get(text)
    if (value !== undefined) return value
  }
  if (hint === NUMBER) return readNumber(text) ?? text
  return hint === FRACTION ? (readFraction(text) ?? text) : text
}
