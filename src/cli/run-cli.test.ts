import { describe, expect, test } from 'vitest'
import { type Command, defineCommand } from './command/command.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runCli } from './run-cli.ts'
import { sampleCommand } from '#test/cli/sample-command.ts'
import { version } from './command/version.ts'

const golden = (name: string) => `../../test/golden/cli/${name}.txt`

describe('Standard output carries', () => {
  const cases = [
    { name: 'the help that was asked for with a flag', given: '--help', want: 'help' },
    { name: 'the help that was asked for with a verb', given: 'help', want: 'help' },
    { name: 'help on a command, asked for with a flag', given: 'completion --help', want: 'help-completion' },
    { name: 'help on a command, asked for with a verb', given: 'help completion', want: 'help-completion' },
    { name: 'help on help', given: 'help help', want: 'help-help' },
    { name: 'a list of presets', given: 'explain preset', want: 'explain-presets' },
    { name: 'what a preset proves', given: 'explain preset flux', want: 'explain-flux' },
    { name: 'the same for programs', given: 'explain preset api -o json', want: 'explain-api-json' },
    { name: 'the version', given: '--version', want: 'version' },
    { name: 'the completion script of bash', given: 'completion bash', want: 'completion-bash' },
    { name: 'the completion script of zsh', given: 'completion zsh', want: 'completion-zsh' },
    { name: 'the completion script of fish', given: 'completion fish', want: 'completion-fish' },
    { name: 'candidates for completion', given: '__complete -- completion --', want: 'candidates' },
  ]
  for (const { name, given, want } of cases) {
    test(name, async () => {
      const io = memoryIo()
      expect(await runCli(given.split(' '), io)).toBe(0)
      expect(io.stderr()).toBe('')
      await expect(io.stdout()).toMatchFileSnapshot(golden(want))
    })
  }
})

describe('Wrong usage is told on standard error:', () => {
  const cases = [
    { name: 'nothing was asked for', given: [], want: 'help' },
    { name: 'an unknown command', given: ['statsu'], want: 'error-unknown-command' },
    { name: 'a mistyped command', given: ['compltion'], want: 'error-mistyped-command' },
    { name: 'a word that would break the line', given: ['a\nb\u001B[31m'], want: 'error-control-characters' },
    { name: 'an unknown flag', given: ['completion', '--xyz'], want: 'error-unknown-flag' },
    { name: 'a mistyped flag', given: ['--vresion'], want: 'error-mistyped-flag' },
    { name: 'a mistyped value of a flag', given: ['--color', 'alwys'], want: 'error-mistyped-value' },
    { name: 'a flag without its value', given: ['completion', '--color'], want: 'error-missing-value' },
    { name: 'a value for a switch', given: ['--version=2'], want: 'error-unexpected-value' },
    { name: 'a missing argument', given: ['completion'], want: 'error-missing-argument' },
    {
      name: 'one argument too many',
      given: ['completion', 'bash', 'zsh'],
      want: 'error-unexpected-argument',
    },
    { name: 'a mistyped argument', given: ['completion', 'bsh'], want: 'error-mistyped-argument' },
    { name: 'help on an unknown command', given: ['help', 'statsu'], want: 'error-help-unknown-command' },
  ]
  for (const { name, given, want } of cases) {
    test(name, async () => {
      const io = memoryIo()
      expect(await runCli(given, io)).toBe(2)
      expect(io.stdout()).toBe('')
      await expect(io.stderr()).toMatchFileSnapshot(golden(want))
    })
  }
})

describe('Errors are coloured', () => {
  const colored = '\u001B[31merror:\u001B[39m unknown command "x"\n\u001B[2mtry:\u001B[22m fitout --help\n'
  const plain = 'error: unknown command "x"\ntry: fitout --help\n'
  const cases = [
    { name: 'where standard error shows colours', given: ['x'], hasColor: true, want: colored },
    { name: 'not where it shows none', given: ['x'], hasColor: false, want: plain },
    { name: 'always with --color always', given: ['--color', 'always', 'x'], hasColor: false, want: colored },
    { name: 'never with --color never', given: ['x', '--color=never'], hasColor: true, want: plain },
    {
      name: 'by what standard error shows with --color auto',
      given: ['x', '--color=auto'],
      hasColor: true,
      want: colored,
    },
  ]
  for (const { name, given, hasColor, want } of cases) {
    test(name, async () => {
      const io = memoryIo({ hasColor })
      await runCli(given, io)
      expect(io.stderr()).toBe(want)
    })
  }
})

test('A command gets its input, and its exit code is the exit code', async () => {
  const refuse = { ...sampleCommand, run: async () => 1 as const }
  expect(await runCli(['ship', 'bounty'], memoryIo(), [refuse])).toBe(1)

  const io = memoryIo()
  expect(await runCli(['ship', 'bounty', '--log', 'x'], io, [sampleCommand])).toBe(0)
  expect(JSON.parse(io.stdout())).toMatchObject({
    args: { name: 'bounty' },
    flags: { log: 'x', speed: 'slow' },
  })
})

test.for([
  { given: ['ship', 'bounty'], want: { mayAsk: true, isVerbose: false } },
  { given: ['ship', 'bounty', '--no-input'], want: { mayAsk: false, isVerbose: false } },
  { given: ['-v', 'ship', 'bounty'], want: { mayAsk: true, isVerbose: true } },
])('A command knows of $given whether it may ask, and how much to say', async ({ given, want }) => {
  let seen: unknown
  const command: Command = {
    ...sampleCommand,
    run: async (_, { mayAsk, isVerbose }) => {
      seen = { mayAsk, isVerbose }
      return 0
    },
  }
  await runCli(given, memoryIo({ isTerminal: true }), [command])
  expect(seen).toEqual(want)
})

test('An exception that nobody expected is a bug, told with version and stack', async () => {
  const io = memoryIo()
  const broken = defineCommand({
    name: 'break',
    summary: 'Break',
    args: {},
    flags: {},
    examples: [],
    run: async () => {
      throw new Error('boom')
    },
  })
  expect(await runCli(['break'], io, [broken])).toBe(70)
  const [first, second, third, fourth, ...rest] = io.stderr().trimEnd().split('\n')
  expect([first, second, third]).toEqual([
    'error: this is a bug in Fitout: boom',
    `fitout ${version}`,
    'Error: boom',
  ])
  expect(fourth).toMatch(/^ {4}at .*run-cli\.test\.ts/)
  expect(rest.at(-1)).toBe('report it with this text')
})
