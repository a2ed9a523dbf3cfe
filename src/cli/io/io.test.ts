import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { memoryIo } from './memory-io.ts'
import { processIo } from './process-io.ts'

const adapters = [
  {
    name: 'in memory',
    open: () => {
      const io = memoryIo()
      return { io, close: async () => ({ stdout: io.stdout(), stderr: io.stderr() }) }
    },
  },
  {
    name: 'of the process',
    open: () => {
      const [stdout, stderr] = [new PassThrough(), new PassThrough()]
      const close = async () => {
        stdout.end()
        stderr.end()
        return { stdout: await text(stdout), stderr: await text(stderr) }
      }
      return { io: processIo({ stdout, stderr, env: {} }), close }
    },
  },
]
for (const { name, open } of adapters) {
  test(`Io ${name} keeps data and words apart, and ends only words with a line break`, async () => {
    const { io, close } = open()
    io.write('a')
    io.say('hello')
    io.write('b\n')
    io.say('bye')
    expect(await close()).toEqual({ stdout: 'ab\n', stderr: 'hello\nbye\n' })
  })
}

describe('Words are coloured', () => {
  const terminal = { isTTY: true, hasColors: () => true }
  const cases = [
    { name: 'on a terminal', given: { stream: terminal }, want: true },
    { name: 'not in a file', given: { stream: {} }, want: false },
    {
      name: 'not on a terminal without colours',
      given: { stream: { isTTY: true, hasColors: () => false } },
      want: false,
    },
    { name: 'not with NO_COLOR', given: { stream: terminal, env: { NO_COLOR: '1' } }, want: false },
    {
      name: 'with an empty NO_COLOR, which counts as unset',
      given: { stream: terminal, env: { NO_COLOR: '' } },
      want: true,
    },
    {
      name: 'in a file with CLICOLOR_FORCE',
      given: { stream: {}, env: { CLICOLOR_FORCE: '1' } },
      want: true,
    },
    {
      name: 'not in a file with CLICOLOR_FORCE=0',
      given: { stream: {}, env: { CLICOLOR_FORCE: '0' } },
      want: false,
    },
    {
      name: 'not with both, as NO_COLOR wins',
      given: { stream: terminal, env: { NO_COLOR: '1', CLICOLOR_FORCE: '1' } },
      want: false,
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => {
      const stderr = Object.assign(new PassThrough(), given.stream)
      expect(processIo({ stdout: new PassThrough(), stderr, env: given.env ?? {} }).hasColor).toBe(want)
    })
  }
})
