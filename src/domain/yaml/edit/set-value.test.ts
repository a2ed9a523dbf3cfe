import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { readGoYaml } from '../read-go-yaml.ts'
import { writeYaml } from '../write/write-yaml.ts'
import type { YamlValue } from '../yaml-value.ts'
import { removeValue } from './remove-value.ts'
import { renameKey } from './rename-key.ts'
import { setValue } from './set-value.ts'

const cluster = `# head
spec:
  topology: # which class
    # the class
    classRef: {name: eks}
    variables:
    # where
    - name: region
      value: eu-west-1 # near
    - name: network
      value:
        # pods
        cidr: 10.0.0.0/16
        zones: [a, b]
    # end
other: kept
`
const at = (index: number, ...path: readonly (string | number)[]) => [
  'spec',
  'topology',
  'variables',
  index,
  'value',
  ...path,
]

describe('setValue', () => {
  const cases: readonly {
    name: string
    path: readonly (string | number)[]
    value: YamlValue
    from: string
    to: string
  }[] = [
    {
      name: 'a scalar, and keeps its comment',
      path: at(0),
      value: 'us-1',
      from: 'eu-west-1 # near',
      to: 'us-1 # near',
    },
    {
      name: 'one key of a mapping',
      path: at(1),
      value: { cidr: '10.1.0.0/16', zones: ['a', 'b'] },
      from: '10.0.0.0/16',
      to: '10.1.0.0/16',
    },
    {
      name: 'a list in brackets',
      path: at(1, 'zones'),
      value: ['a', 'c', 'd'],
      from: '[a, b]',
      to: '[a, c, "d"]',
    },
    {
      name: 'a field that is missing',
      path: at(1, 'dns', 'ip'),
      value: '10.0.0.10',
      from: '        zones: [a, b]\n',
      to: '        zones: [a, b]\n        dns:\n          ip: 10.0.0.10\n',
    },
    {
      name: 'a mapping in the place of a text',
      path: at(0),
      value: { a: 1 },
      from: 'value: eu-west-1 # near\n',
      to: 'value: # near\n        a: 1\n',
    },
    {
      name: 'a text in the place of a mapping',
      path: ['spec', 'topology', 'classRef'],
      value: 'eks',
      from: '{name: eks}',
      to: 'eks',
    },
    {
      name: 'an item of a list',
      path: ['spec', 'topology', 'variables', 2],
      value: { name: 'x', value: 1 },
      from: '    # end\n',
      to: '    - name: x\n      value: 1\n    # end\n',
    },
  ]
  test.each(cases)('sets $name', ({ path, value, from, to }) => {
    expect(setValue(cluster, path, value)).toBe(cluster.replace(from, to))
  })

  test('begins a document of which only comments are there', () => {
    expect(setValue('# head', ['a', 'b'], 1)).toBe('# head\na:\n  b: 1\n')
    expect(setValue('a:\n', ['a', 'b'], 1)).toBe('a:\n  b: 1\n')
  })

  const refused = [
    { name: 'what an alias repeats', given: 'a: &x {b: 1}\nc: *x\n', path: ['c', 'b'] },
    { name: 'what another place repeats', given: 'a: &x {b: 1}\nc: *x\n', path: ['a', 'b'] },
    { name: 'a field of a text', given: 'a: text\n', path: ['a', 'b'] },
    { name: 'an item far behind the last', given: 'a: [1]\n', path: ['a', 5] },
  ]
  test.each(refused)('refuses $name', ({ given, path }) => {
    expect(() => setValue(given, path, 2)).toThrow(/^cannot edit /)
  })
})

describe('removeValue', () => {
  const cases = [
    {
      name: 'an item, and leaves comments',
      path: at(0).slice(0, -1),
      from: '    - name: region\n      value: eu-west-1 # near\n',
      to: '',
    },
    { name: 'an entry', path: at(1, 'cidr'), from: '        cidr: 10.0.0.0/16\n', to: '' },
    { name: 'an item in brackets', path: at(1, 'zones', 0), from: '[a, b]', to: '[b]' },
    { name: 'the last item in brackets', path: at(1, 'zones', 1), from: '[a, b]', to: '[a]' },
    { name: 'the only entry', path: ['spec', 'topology', 'classRef', 'name'], from: '{name: eks}', to: '{}' },
    {
      name: 'the first entry of an item',
      path: [...at(0).slice(0, -1), 'name'],
      from: '- name: region\n      value',
      to: '- value',
    },
  ]
  test.each(cases)('removes $name', ({ path, from, to }) => {
    expect(removeValue(cluster, path)).toBe(cluster.replace(from, to))
  })

  test('leaves a text as it is that has no such value', () => {
    expect(removeValue(cluster, ['spec', 'none'])).toBe(cluster)
  })
})

test('renameKey gives an entry another key in its place', () => {
  expect(renameKey('a:\n  b: 1 # one\n  c: 2\n', ['a', 'b'], 'x y: z')).toBe(
    'a:\n  "x y: z": 1 # one\n  c: 2\n',
  )
  expect(() => renameKey('a: {}\n', ['a', 'b'], 'c')).toThrow(/there is no such value$/)
})

const scalar = fc.oneof(fc.integer({ min: -9, max: 99 }), fc.boolean(), fc.string(), fc.constant(null))
const value: fc.Arbitrary<YamlValue> = fc.letrec<{ any: YamlValue }>(tie => ({
  any: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    scalar,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'x y', '1'), tie('any'), { maxKeys: 3 }),
  ),
})).any

/** Puts a comment with a number behind every line that can have one of its own. */
function commented(text: string): string {
  const isBlock = /[|>][-+\d]*$/m.test(text)
  if (isBlock) return text
  return text
    .split('\n')
    .map((line, index) => (line === '' ? line : `${/^ */.exec(line)?.[0] ?? ''}# c${index}\n${line}`))
    .join('\n')
}

describe('Whatever a document is', () => {
  test('a value is set that was read from another one', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const text = commented(writeYaml({ field: before, end: 1 }))
        expect(readGoYaml(setValue(text, ['field'], after))).toEqual(
          readGoYaml(writeYaml({ field: after, end: 1 })),
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('a value is taken out of it, and comments outside of it stay', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value, { minKeys: 2 }),
        fc.boolean(),
        (object, isItem) => {
          const [key = ''] = Object.keys(object)
          const whole = isItem ? [{ ...object }] : object
          const text = commented(writeYaml(whole))
          const edited = removeValue(text, isItem ? [0, key] : [key])
          const rest = Object.fromEntries(Object.entries(object).filter(([one]) => one !== key))
          expect(readGoYaml(edited)).toEqual(readGoYaml(writeYaml(isItem ? [rest] : rest)))
          expect(edited.startsWith('# c0')).toBe(text.startsWith('# c0'))
        },
      ),
      { numRuns: 1000 },
    )
  })
})
