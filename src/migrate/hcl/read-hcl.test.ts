import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { array, assert, constantFrom, double, nat, oneof, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterwards, aMigration } from '#test/migrate/configuration.ts'
import { parseHcl } from '#test/migrate/grammar.ts'
import { EvaluationError } from '../evaluate/evaluation-error.ts'
import type { Block, Body } from './body.ts'
import { HclError } from './hcl-error.ts'
import { readHcl } from './read-hcl.ts'
import { placeOf } from './source-file.ts'

const SAMPLES = join(import.meta.dirname, '../../../test/migrate/samples')
const samples = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.tf'))
  .map(path => readFileSync(join(SAMPLES, path), 'utf8'))

function problemOf(action: () => unknown): string | undefined {
  try {
    action()
    return undefined
  } catch (error) {
    if (error instanceof HclError || error instanceof EvaluationError) return error.message
    throw error
  }
}

const read = (text: string) => readHcl({ path: 'main.tf', text }, parseHcl)

describe('Text that is no HCL is an error with its place:', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [
      'a brace that is not closed',
      'resource "a" "b" {\n  c = 1\n',
      /^main\.tf:\d+:\d+: this is not valid HCL$/,
    ],
    ['a value that is missing', 'locals {\n  a =\n}\n', /^main\.tf:\d+:\d+: /],
    ['JSON', '{"a": [1]}', /^main\.tf:1:\d+: this is not valid HCL$/],
    ['an unknown escape', 'a = "\\q"', /^main\.tf:1:\d+: /],
    ['brackets without end', `a = ${'['.repeat(5000)}`, /^main\.tf:1:\d+: this is not valid HCL$/],
    [
      'brackets that are nested too deeply',
      `a = ${'['.repeat(5000)}${']'.repeat(5000)}`,
      /: this is nested too deeply$/,
    ],
    [
      'blocks that are nested too deeply',
      `${'a {\n'.repeat(500)}${'}\n'.repeat(500)}`,
      /: this is nested too deeply$/,
    ],
    ['a mark that nobody writes', 'a = "\uFDD0"', /^main\.tf:1:6: this character is no text$/],
    ['a zero byte', 'a = "\0"', /^main\.tf:1:\d+: /],
  ]
  for (const [name, text, want] of cases) {
    test(name, () => expect(problemOf(() => read(text)) ?? 'no problem').toMatch(want))
  }
})

test('Whatever it is given, the reader reads it or says where it is wrong', () => {
  const pieces = constantFrom(
    '"',
    '${',
    '}',
    '{',
    '<<-EOT\n',
    'EOT\n',
    '%{ if true }',
    '%{ endif }',
    '~}',
    '[',
    ']',
    '\\',
    '\r\n',
    '=',
    'a',
    '.*',
    '[*]',
    '...',
    '#',
    '/*',
    '𝒳',
  )
  const text = oneof(
    string({ unit: 'binary' }),
    array(pieces, { maxLength: 40 }).map(all => `a = ${all.join('')}\n`),
  )
  assert(
    property(text, one => {
      expect(problemOf(() => read(one)) ?? 'main.tf:1:1: ').toMatch(/^main\.tf:\d+:\d+: /)
    }),
    { numRuns: 500 },
  )
})

test('Whatever is changed in a sample, a migration is planned or says where it is wrong', () => {
  const change = record({
    sample: constantFrom(...samples),
    at: double({ min: 0, max: 1, noNaN: true }),
    length: nat(30),
    put: oneof(
      constantFrom('', '}', '"', '${', '\n', 'null', '[]', '{}', 'local.x', '-1'),
      string({ maxLength: 5 }),
    ),
  })
  assert(
    property(change, ({ sample, at, length, put }) => {
      const from = Math.floor(at * sample.length)
      const changed = sample.slice(0, from) + put + sample.slice(from + length)
      expect(problemOf(() => aMigration(changed)) ?? 'root/main.tf:1:1: ').toMatch(/^[\w/.-]+:\d+:\d+: /)
    }),
    { numRuns: 300 },
  )
})

function blocksIn({ blocks }: Body): readonly Block[] {
  return blocks.flatMap(block => [block, ...blocksIn(block.body)])
}

describe('Spans are exact:', () => {
  for (const [index, text] of samples.entries()) {
    test(`in sample ${index + 1}`, () => {
      const body = read(text)
      for (const { type, start, end, body: inner } of blocksIn(body)) {
        expect(text.slice(start, end)).toMatch(new RegExp(`^${type}[ {"]`))
        expect(text.slice(start, end).at(-1)).toBe('}')
        for (const { name, start: from } of inner.attributes) expect(text.startsWith(name, from)).toBe(true)
      }
    })
  }

  test('also behind characters of two units, and in a text that begins somewhere else', () => {
    const text = '# 𝒳é\na = "𝒳"\nb = c\n'
    const file = { path: 'm.yaml', text, origin: { line: 10, column: 5 } }
    const [, attribute] = readHcl(file, parseHcl).attributes
    expect(attribute && placeOf(attribute)).toEqual({ path: 'm.yaml', line: 12, column: 5 })
  })
})

test('Whatever stands around a release, every other character of the file stays', () => {
  const space = constantFrom(
    '\n',
    '\r\n',
    '\n\n',
    '  \n',
    '# 𝒳 comment\n',
    '// x\r\n',
    '/* a\n b */\n',
    'q "é" {\n é = "𝒳"\n}\n',
    'x "y" {}\n',
  )
  const around = array(space, { maxLength: 6 }).map(parts => parts.join(''))
  const block =
    'resource "helm_release" "r" {\n  name = "r"\n  chart = "oci://example.com/r"\n  version = "1.0.0"\n}'
  assert(
    property(around, around, (before, after) => {
      const text = `${before}\n${block}\n${after}`
      const result = afterwards(aMigration(text))['root/main.tf'] ?? ''
      expect(result.startsWith(`${before}\nremoved {`)).toBe(true)
      expect(result.endsWith(`}\n${after}`)).toBe(true)
    }),
  )
})
