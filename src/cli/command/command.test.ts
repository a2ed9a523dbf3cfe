import { expect, expectTypeOf, test } from 'vitest'
import { defineCommand } from './command.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runCli } from '../run-cli.ts'
import { sampleCommand } from '#test/cli/sample-command.ts'

test('An arg that is only a string must be there and is explained by that string', () => {
  expect(sampleCommand.args['name']).toEqual({ help: 'Name of the ship' })
})

test('A command runs with the types that its definition gives to args and flags', async () => {
  const command = defineCommand({
    name: 'ship',
    summary: 'Ship parcels to a port',
    args: {
      name: 'Name of the ship',
      port: { help: 'Port to sail to', choices: ['oslo', 'riga'], arity: 'optional' },
      parcels: { help: 'Parcels to load', arity: 'rest' },
    },
    flags: {
      speed: { help: 'How fast to sail', value: 'knots', choices: ['slow', 'fast'], default: 'slow' },
      log: { help: 'File to write the log to', value: 'file' },
      quiet: { help: 'Sound no horn' },
    },
    examples: [],

    async run({ args, flags }) {
      expectTypeOf(args.name).toEqualTypeOf<string>()
      expectTypeOf(args.port).toEqualTypeOf<'oslo' | 'riga' | undefined>()
      expectTypeOf(args.parcels).toEqualTypeOf<readonly string[]>()
      expectTypeOf(flags.speed).toEqualTypeOf<'slow' | 'fast'>()
      expectTypeOf(flags.log).toEqualTypeOf<string | undefined>()
      expectTypeOf(flags.quiet).toEqualTypeOf<boolean>()
      return 0
    },
  })
  expect(await runCli(['ship', 'bounty'], memoryIo(), [command])).toBe(0)
})
