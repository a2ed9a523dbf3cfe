import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { complete } from '../completion/complete.ts'
import { commands } from '../commands/all-commands.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runCli } from '../run-cli.ts'
import { causeReasons } from '../../domain/explain/cause-reason.ts'

async function run(
  words: string,
): Promise<{ readonly code: number; readonly out: string; readonly said: string }> {
  const io = memoryIo()
  const code = await runCli(words.split(' '), io)
  return { code, out: io.stdout(), said: io.stderr() }
}

test('A reason prints its page as it stands in the docs', async () => {
  const page = join(import.meta.dirname, '../../../docs/reference/causes/hand-over-key-missing.md')
  expect(await run('explain HandOverKeyMissing')).toEqual({
    code: 0,
    out: readFileSync(page, 'utf8'),
    said: '',
  })
})

test('A reason is explained to programs as well', async () => {
  const { out } = await run('explain QueueMissing -o json')
  expect(JSON.parse(out)).toMatchObject({
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'Cause',
    reason: 'QueueMissing',
    actor: 'Cloud',
    means: 'The queue for interruption notices of the cloud provider does not exist.',
  })
})

test('All reasons are listed, each on a line with its owner', async () => {
  const { code, out } = await run('explain causes')
  const lines = out.trimEnd().split('\n')
  expect([code, lines.length]).toEqual([0, Object.keys(causeReasons).length])
  expect(lines.filter(line => !/^\w+ +(?:Nobody|Git|Cloud|Operator) +\S.*\.$/.test(line))).toEqual([])
})

describe('Wrong usage gets the nearest right one:', () => {
  const cases = [
    {
      name: 'a mistyped reason',
      given: 'explain HandoverKeyMising',
      want: 'error: unknown topic "HandoverKeyMising"\ntry: fitout explain HandOverKeyMissing\n',
    },
    {
      name: 'the beginning of a code of lint',
      given: 'explain SECRET_TYPE',
      want: 'error: unknown topic "SECRET_TYPE"\ntry: fitout explain SECRET_TYPE_WRONG\n',
    },
    {
      name: 'a code of lint in the letters of a file name',
      given: 'explain duplicate-key',
      want: 'error: unknown topic "duplicate-key"\ntry: fitout explain DUPLICATE_KEY\n',
    },
    {
      name: 'the beginning of several codes, of which none is nearer',
      given: 'explain KUSTOM',
      want: 'error: unknown topic "KUSTOM"\ntry: fitout explain --help\n',
    },
    {
      name: 'a name for a reason that takes none',
      given: 'explain QueueMissing flux',
      want: 'error: unexpected argument "flux"\ntry: fitout explain QueueMissing\n',
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, async () => expect(await run(given)).toEqual({ code: 2, out: '', said: want }))
  }
})

test('Reasons are completed', () => {
  const words = complete(['explain', 'HandOverK'], commands).map(({ word }) => word)
  expect(words).toEqual(['HandOverKeyMissing', 'HandOverKeyConflict'])
})
