import { describe, expect, test } from 'vitest'
import { sampleCommand } from '#test/cli/sample-command.ts'
import { readCommandLine } from './read-command-line.ts'
import { type Request, understand } from './understand.ts'
import { UsageError } from './usage-error.ts'

const everywhere = { color: 'auto', help: false, 'no-input': false, verbose: false, version: false }

describe('A command line is understood', () => {
  const cases: readonly { name: string; given: readonly string[]; want: Request }[] = [
    {
      name: 'with defaults for what was not said',
      given: ['ship', 'bounty'],
      want: run({
        args: { name: 'bounty', port: undefined, parcels: [] },
        flags: { speed: 'slow', log: undefined, 'no-flag': false },
      }),
    },
    {
      name: 'with all that was said',
      given: [
        'ship',
        'bounty',
        'oslo',
        'tea',
        'rum',
        '--speed',
        'fast',
        '--log=',
        '--no-flag',
        '--color=never',
      ],
      want: run({
        args: { name: 'bounty', port: 'oslo', parcels: ['tea', 'rum'] },
        flags: { speed: 'fast', log: '', 'no-flag': true, color: 'never' },
      }),
    },
    { name: 'when it is empty', given: [], want: { kind: 'nothing' } },
    { name: 'when it only sets a flag', given: ['--color', 'never'], want: { kind: 'nothing' } },
    { name: 'when it asks for the version', given: ['--version'], want: { kind: 'version' } },
    { name: 'when it asks for help', given: ['-h'], want: { kind: 'help', about: undefined } },
    {
      name: 'when it asks for help and is wrong otherwise',
      given: ['ship', '--bad', '--help'],
      want: { kind: 'help', about: sampleCommand },
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () =>
      expect(understand(readCommandLine(given, [sampleCommand]), [sampleCommand])).toEqual(want),
    )
  }
})

describe('A command line is refused', () => {
  const cases = [
    { name: 'for a mistyped verb', given: ['shpi'], want: ['UNKNOWN_COMMAND', 'fitout ship --help'] },
    { name: 'for a verb like no other', given: ['x'], want: ['UNKNOWN_COMMAND', 'fitout --help'] },
    {
      name: 'for a mistyped verb, though help is asked for',
      given: ['shpi', '-h'],
      want: ['UNKNOWN_COMMAND', 'fitout ship --help'],
    },
    {
      name: 'for a mistyped flag',
      given: ['ship', '--sped=x'],
      want: ['UNKNOWN_FLAG', 'fitout ship --speed'],
    },
    {
      name: 'for a mistyped flag before the verb',
      given: ['--hepl', 'ship'],
      want: ['UNKNOWN_FLAG', 'fitout --help'],
    },
    {
      name: 'for a flag with one dash too few',
      given: ['ship', '-log'],
      want: ['UNKNOWN_FLAG', 'fitout ship --log'],
    },
    { name: 'for a flag like no other', given: ['ship', '-x'], want: ['UNKNOWN_FLAG', 'fitout ship --help'] },
    {
      name: 'for a flag without its value',
      given: ['ship', '--log'],
      want: ['MISSING_VALUE', 'fitout ship --help'],
    },
    {
      name: 'for a value that a flag does not take',
      given: ['ship', '--no-flag=x'],
      want: ['UNEXPECTED_VALUE', 'fitout ship --no-flag'],
    },
    {
      name: 'for a mistyped value',
      given: ['ship', '-s', 'fats'],
      want: ['UNKNOWN_CHOICE', 'fitout ship --speed fast'],
    },
    {
      name: 'for a value like no other',
      given: ['ship', '--speed='],
      want: ['UNKNOWN_CHOICE', 'fitout ship --help'],
    },
    {
      name: 'for a flag that swallowed the verb',
      given: ['--color', 'ship', 'bounty'],
      want: ['UNKNOWN_CHOICE', 'fitout --help'],
    },
    { name: 'for a missing argument', given: ['ship'], want: ['MISSING_ARGUMENT', 'fitout ship --help'] },
    {
      name: 'for a mistyped argument',
      given: ['ship', 'bounty', 'olso'],
      want: ['UNKNOWN_CHOICE', 'fitout ship oslo'],
    },
    {
      name: 'for a wrong argument among many',
      given: ['ship', 'bounty', 'oslo', 'tea', 'x'],
      want: ['UNKNOWN_CHOICE', 'fitout ship --help'],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(refusal(given)).toEqual(want))
  }
})

function run(input: { args: object; flags: object }): Request {
  return {
    kind: 'run',
    command: sampleCommand,
    input: { args: { ...input.args }, flags: { ...everywhere, ...input.flags } },
  }
}

function refusal(words: readonly string[]): readonly string[] {
  try {
    understand(readCommandLine(words, [sampleCommand]), [sampleCommand])
  } catch (error) {
    if (error instanceof UsageError) return [error.code, error.hint]
    throw error
  }
  return []
}
