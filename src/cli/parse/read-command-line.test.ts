import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleCommand } from '#test/cli/sample-command.ts'
import { readCommandLine } from './read-command-line.ts'

const cases = [
  {
    name: 'The first word that is no flag is the verb',
    given: ['ship', 'bounty', 'oslo'],
    want: { verb: 'ship', operands: ['bounty', 'oslo'] },
  },
  {
    name: 'Flags that every command takes may stand before the verb',
    given: ['--color', 'never', 'ship', 'bounty'],
    want: { verb: 'ship', operands: ['bounty'], flags: [['color', 'never']] },
  },
  {
    name: 'Flags may stand between the arguments',
    given: ['ship', '--log', 'x', 'bounty', '--color=never', 'oslo'],
    want: {
      verb: 'ship',
      operands: ['bounty', 'oslo'],
      flags: [
        ['log', 'x'],
        ['color', 'never'],
      ],
    },
  },
  {
    name: 'Short flags may be joined with each other and with a value',
    given: ['ship', '-nhsfast'],
    want: {
      verb: 'ship',
      flags: [
        ['no-flag', true],
        ['help', true],
        ['speed', 'fast'],
      ],
    },
  },
  {
    name: 'A flag does not take the next flag for its value',
    given: ['ship', '--log', '--speed', 'fast'],
    want: {
      verb: 'ship',
      flags: [
        ['log', true],
        ['speed', 'fast'],
      ],
    },
  },
  {
    name: 'A single dash is a value and an argument',
    given: ['ship', '-', '--log', '-'],
    want: { verb: 'ship', operands: ['-'], flags: [['log', '-']] },
  },
  {
    name: 'A flag that is given twice keeps the last value',
    given: ['ship', '--log', 'x', '--log', 'y'],
    want: { verb: 'ship', flags: [['log', 'y']] },
  },
  {
    name: 'After two dashes nothing is a flag',
    given: ['ship', '--no-flag', '--', '--log', '--help'],
    want: { verb: 'ship', operands: ['--log', '--help'], flags: [['no-flag', true]] },
  },
  {
    name: 'The first unknown flag is reported',
    given: ['ship', '--lgo=x', '--bad'],
    want: { verb: 'ship', unknownFlag: '--lgo=x' },
  },
  {
    name: 'An unknown verb is kept as it is',
    given: ['shpi', 'bounty'],
    want: { verb: 'shpi', operands: ['bounty'] },
  },
  { name: 'No words are no verb', given: [], want: { verb: undefined } },
]
for (const { name, given, want } of cases) {
  test(name, () => {
    const line = readCommandLine(given, [sampleCommand])
    expect({ ...line, flags: [...line.flags] }).toEqual({
      command: want.verb === 'ship' ? sampleCommand : undefined,
      operands: [],
      flags: [],
      lists: new Map(),
      unknownFlag: undefined,
      ...want,
    })
  })
}

test('Any words can be taken apart', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom('ship', '--', '-', '--log', '-s', '--speed=', '-n'))
  fc.assert(
    fc.property(fc.array(word), words => {
      expect(() => readCommandLine(words, [sampleCommand])).not.toThrow()
    }),
  )
})

test('Behind the verb a flag means what the command says', () => {
  const command = { ...sampleCommand, flags: { version: { help: 'Version of the ship', value: 'number' } } }
  const { operands, flags } = readCommandLine(['--version', 'ship', 'bounty', '--version', '2'], [command])
  expect({ operands, flags: [...flags] }).toEqual({ operands: ['bounty'], flags: [['version', '2']] })
})
