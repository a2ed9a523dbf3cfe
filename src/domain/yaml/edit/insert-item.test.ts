import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { readGoYaml } from '../read-go-yaml.ts'
import { writeYaml } from '../write/write-yaml.ts'
import type { YamlValue } from '../yaml-value.ts'
import { insertEntry, insertItem } from './insert-item.ts'

describe('insertItem', () => {
  const cases = [
    {
      name: 'behind the last one',
      given: 'a:\n- x # kept\n\n# tail\nb: 1\n',
      want: 'a:\n- x # kept\n- new\n\n# tail\nb: 1\n',
    },
    {
      name: 'into a list that is indented',
      given: 'a:\n  # first\n  - x\nb: 1\n',
      want: 'a:\n  # first\n  - x\n  - new\nb: 1\n',
    },
    { name: 'into an empty list', given: 'a: [] # none yet\nb: 1\n', want: 'a: # none yet\n- new\nb: 1\n' },
    {
      name: 'behind an item of many lines',
      given: 'a:\n- k:\n    l: |\n      text\n',
      want: 'a:\n- k:\n    l: |\n      text\n- new\n',
    },
    { name: 'at the end of a text without a last line break', given: 'a:\n- x', want: 'a:\n- x\n- new\n' },
  ]
  test.each(cases)('puts an item $name', ({ given, want }) => {
    expect(insertItem(given, ['a'], { value: 'new' })).toBe(want)
  })

  test('puts an item before another one', () => {
    const given = 'steps:\n# first\n- name: a\n- name: c # last\n'
    expect(insertItem(given, ['steps'], { value: { name: 'b', proof: { preset: 'api' } }, before: 1 })).toBe(
      'steps:\n# first\n- name: a\n- name: b\n  proof:\n    preset: api\n- name: c # last\n',
    )
  })

  const refused = [
    { name: 'a list in brackets', given: 'a: [x]', want: 'SHARED' },
    { name: 'what is no list', given: 'a: x', want: 'NOT_A_LIST' },
    { name: 'a list that is not there', given: 'b: []', want: 'NOT_FOUND' },
    { name: 'a list that an alias repeats', given: 'b: &l [x]\na: *l', want: 'NOT_A_LIST' },
  ]
  test.each(refused)('refuses $name', ({ given, want }) => {
    expect(() => insertItem(given, ['a'], { value: 'new' })).toThrow(expect.objectContaining({ code: want }))
  })

  test('means one more item, whatever the others are, and keeps every line', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1 }), fc.nat(), (items, index) => {
        const before = index % (items.length + 1)
        const text = writeYaml({ list: json(items), end: 1 })
        const edited = insertItem(text, ['list'], { value: 'new', before })
        expect(readGoYaml(edited)).toEqual(
          readGoYaml(writeYaml({ list: json(items).toSpliced(before, 0, 'new'), end: 1 })),
        )
        expect(edited.split('\n')).toHaveLength(text.split('\n').length + 1)
      }),
    )
  })
})

describe('insertEntry', () => {
  const cases = [
    {
      name: 'behind the last one',
      given: 'a:\n  x: 1 # kept\n# tail\nb: 1\n',
      want: 'a:\n  x: 1 # kept\n  new: 2\n# tail\nb: 1\n',
    },
    {
      name: 'into an empty mapping',
      given: 'c:\n  a: {}\nb: 1\n',
      path: ['c', 'a'],
      want: 'c:\n  a:\n    new: 2\nb: 1\n',
    },
  ]
  test.each(cases)('puts an entry $name', ({ given, path, want }) => {
    expect(insertEntry(given, path ?? ['a'], ['new', 2])).toBe(want)
  })

  test('refuses what is no mapping', () => {
    expect(() => insertEntry('a: []', ['a'], ['new', 2])).toThrow(
      expect.objectContaining({ code: 'NOT_A_MAPPING' }),
    )
  })
})

function json(value: unknown): YamlValue[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON gives can be written as YAML
  return JSON.parse(JSON.stringify(value)) as YamlValue[]
}
