import { byteLength } from '../../bytes/byte-length.ts'
import type { YamlValue } from '../../yaml/yaml-value.ts'
import { YamlPage } from './page.ts'
import { sortKeys } from './sort-keys.ts'
import { writeScalar } from './write-scalar.ts'

const INTEGER_MIN = -(2n ** 63n)
const INTEGER_MAX = 2n ** 64n - 1n

const LONGEST_SIMPLE_KEY = 128

/**
 * Writes a value as `sigs.k8s.io/yaml` does, to the byte: sorted keys, lines folded behind column 80, its quotes. Only
 * for a value in which `findUnwritable` finds nothing.
 *
 * Flux fills variables in this text and not in that of the author, so every quote and every line break counts.
 */
export function writeGoYaml(value: YamlValue): string {
  const page = new YamlPage()
  writeNode(page, value, false)
  return page.end()
}

function writeNode(page: YamlPage, value: YamlValue, isInMapping: boolean): void {
  if (typeof value === 'string') writeScalar(page, foldNextLines(value), 'folded')
  else if (typeof value !== 'object')
    writeWord(page, typeof value === 'boolean' ? String(value) : formatNumber(value))
  else if (value === null) writeWord(page, 'null')
  else if (isList(value)) writeList(page, value, isInMapping)
  else writeMapping(page, value)
}

function writeList(page: YamlPage, items: readonly YamlValue[], isInMapping: boolean): void {
  if (items.length === 0) return writeWord(page, '[]')
  // The dashes of a list stand below the first letter of its key.
  page.indented(!isInMapping || page.isAtLineStart, () => {
    for (const item of items) {
      page.newLine()
      page.mark('-')
      writeNode(page, item, false)
    }
  })
}

function writeMapping(page: YamlPage, mapping: { readonly [key: string]: YamlValue }): void {
  const keys = Object.keys(mapping)
  if (keys.length === 0) return writeWord(page, '{}')
  page.indented(true, () => {
    for (const key of sortKeys(keys)) {
      page.newLine()
      writeKey(page, key)
      writeNode(page, mapping[key] ?? null, true)
    }
  })
}

function writeKey(page: YamlPage, key: string): void {
  if (byteLength(key) <= LONGEST_SIMPLE_KEY && !/[\r\n\u0085\u2028\u2029]/.test(key)) {
    writeScalar(page, key, 'on-one-line')
    page.put(':')
    return
  }
  page.mark('?')
  writeScalar(page, key, 'folded')
  page.newLine()
  page.mark(':')
}

// Before it is written, the value has been JSON that was read as YAML, where U+0085 is a line break to be folded.
function foldNextLines(text: string): string {
  if (!text.includes('\u0085')) return text
  return text.replace(/ *\u0085[ \u0085]*/g, gap => '\n'.repeat(gap.split('\u0085').length - 2) || ' ')
}

function writeWord(page: YamlPage, word: string): void {
  page.gap()
  page.put(word)
}

function isList(value: object): value is readonly YamlValue[] {
  return Array.isArray(value)
}

/** Writes a number as Go's YAML library does after the number has been JSON: `8080`, `0.5`, `1e-05`, `1.5e+30`. */
function formatNumber(value: number | bigint): string {
  if (Object.is(value, -0)) return '0'
  const json = String(value)
  return isInteger(json) ? json : formatFloat(Number(value))
}

// Whole numbers that fit into 64 bits are integers to the reader; any other number is a float.
function isInteger(json: string): boolean {
  if (!/^-?\d+$/.test(json)) return false
  if (json.length < 18) return true
  const integer = BigInt(json)
  return integer >= INTEGER_MIN && integer <= INTEGER_MAX
}

// The shortest digits that read back as the same number, as in JavaScript; but the exponent comes earlier and is longer.
function formatFloat(value: number): string {
  const [mantissa = '', power = ''] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent >= -4 && exponent < 6) return String(value)
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}
