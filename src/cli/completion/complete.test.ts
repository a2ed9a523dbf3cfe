import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { commands } from '../commands/all-commands.ts'
import { sampleCommand } from '#test/cli/sample-command.ts'
import { complete } from './complete.ts'

const flagsEverywhere = ['--color', '--no-input', '--verbose', '--help', '--version']

const cases = [
  {
    name: 'Verbs come first',
    given: [''],
    want: ['ship', ...commands.map(({ name }) => name)],
  },
  {
    name: 'No words are one empty word',
    given: [],
    want: ['ship', ...commands.map(({ name }) => name)],
  },
  { name: 'A verb is completed', given: ['sh'], want: ['ship'] },
  { name: 'A verb is completed after a flag', given: ['--color', 'never', 'sh'], want: ['ship'] },
  { name: 'A dash before the verb asks for the flags of all commands', given: ['-'], want: flagsEverywhere },
  {
    name: 'A dash after the verb asks for the flags of the command',
    given: ['ship', '-'],
    want: ['--speed', '--log', '--no-flag', ...flagsEverywhere],
  },
  { name: 'A flag is completed', given: ['ship', 'bounty', '--sp'], want: ['--speed'] },
  { name: 'A flag waits for one of its values', given: ['ship', '--speed', ''], want: ['slow', 'fast'] },
  { name: 'A short flag waits for one of its values', given: ['ship', '-s', 'f'], want: ['fast'] },
  {
    name: 'A value is completed behind an equals sign',
    given: ['ship', '--speed=f'],
    want: ['--speed=fast'],
  },
  { name: 'A value that could be anything has no candidates', given: ['ship', '--log', ''], want: [] },
  {
    name: 'A word that is no flag awaits no value',
    given: ['ship', '-undefined', '-'],
    want: ['--speed', '--log', '--no-flag', ...flagsEverywhere],
  },
  { name: 'A switch takes no value', given: ['ship', '--no-flag='], want: [] },
  { name: 'An argument that could be anything has no candidates', given: ['ship', ''], want: [] },
  { name: 'An argument is one of its choices', given: ['ship', 'bounty', ''], want: ['oslo', 'riga'] },
  {
    name: 'An argument is counted without the flags before it',
    given: ['ship', '--log', 'x', 'bounty', 'o'],
    want: ['oslo'],
  },
  {
    name: 'The last argument may come again and again',
    given: ['ship', 'bounty', 'oslo', 'tea', 'rum', 't'],
    want: ['tea'],
  },
  { name: 'After the last argument nothing follows', given: ['completion', 'bash', ''], want: [] },
  { name: 'After two dashes nothing is a flag', given: ['ship', 'bounty', '--', '-'], want: [] },
  { name: 'After two dashes arguments go on', given: ['ship', 'bounty', '--', 'r'], want: ['riga'] },
  { name: 'An unknown verb has no candidates', given: ['x', ''], want: [] },
]
for (const { name, given, want } of cases) {
  test(name, () => {
    const words = complete(given, [sampleCommand, ...commands]).map(({ word }) => word)
    expect(words).toEqual(want)
  })
}

test('Any words have candidates that begin with the last of them', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom('ship', '--', '-', '--speed', '-s', '--speed=', '='))
  fc.assert(
    fc.property(fc.array(word), words => {
      for (const candidate of complete(words, [sampleCommand])) {
        expect(candidate.word.startsWith(words.at(-1) ?? '')).toBe(true)
      }
    }),
  )
})
