import { describe, expect, test } from 'vitest'
import { findYaml11Leftovers } from './find-yaml11-leftovers.ts'

describe('findYaml11Leftovers', () => {
  const cases = [
    {
      name: 'booleans that only YAML 1.1 knows',
      given: 'a: yes\nb: off\n',
      want: ['boolean yes 1:4', 'boolean off 2:4'],
    },
    { name: 'them as keys', given: 'on: push\n', want: ['boolean on 1:1'] },
    { name: 'octal numbers', given: 'mode: 0644\n', want: ['octal 0644 1:7'] },
    {
      name: 'numbers to the base of 60',
      given: 'at: 1:30\nlate: 12:30:45\n',
      want: ['sexagesimal 1:30 1:5', 'sexagesimal 12:30:45 2:7'],
    },
    {
      name: 'dates and times',
      given: '[2026-01-01, 2026-01-01 10:00:00]',
      want: ['date 2026-01-01 1:2', 'date 2026-01-01 10:00:00 1:14'],
    },
    {
      name: 'numbers with underscores or other prefixes',
      given: '[1_000, 0b11, +0x1F]',
      want: ['number 1_000 1:2', 'number 0b11 1:9', 'number +0x1F 1:15'],
    },
    {
      name: 'numbers beyond 64 bits',
      given: '- 99999999999999999999\n',
      want: ['number 99999999999999999999 1:3'],
    },
    { name: 'merge keys', given: 'a: &a {}\nb:\n  <<: *a\n  c: <<\n', want: ['merge-key << 3:3'] },
    { name: 'nothing in quotes or under tags', given: '["yes", \'0644\', !!str 1:30]', want: [] },
    {
      name: 'nothing that both read alike',
      given: '[true, 1, 1.5, 0x1F, 0o17, null, ~, 08, word, 1.2.3, .inf]',
      want: [],
    },
    { name: 'nothing in nothing', given: '', want: [] },
  ]
  test.each(cases)('finds $name', ({ given, want }) => {
    const found = findYaml11Leftovers(given).map(
      ({ kind, text, position }) => `${kind} ${text} ${position.line}:${position.column}`,
    )
    expect(found).toEqual(want)
  })

  test('says what each side reads', () => {
    expect(findYaml11Leftovers('[no, 0644]')).toMatchObject([
      { here: false, elsewhere: 'no' },
      { here: 420, elsewhere: 644 },
    ])
  })
})
