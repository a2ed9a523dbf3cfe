import { PassThrough, Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { memoryIo } from '#test/cli/memory-io.ts'
import { processIo } from './process-io.ts'

const adapters = [
  {
    name: 'in memory',
    open: () => {
      const io = memoryIo({ stdin: 'größe', cwd: '/somewhere' })
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
      const stdin = Readable.from([Buffer.from('grö').subarray(0, 3), Buffer.from('grö').subarray(3), 'ße'])
      return {
        io: processIo({ stdin, stdout, stderr, env: {}, cwd: () => '/somewhere', once: () => undefined }),
        close,
      }
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

  test(`Io ${name} gives the bytes of standard input, and the folder one is in`, async () => {
    const { io } = open()
    expect({ stdin: (await buffer(io.stdin())).toString(), cwd: io.cwd() }).toEqual({
      stdin: 'größe',
      cwd: '/somewhere',
    })
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
      expect(processIo(aProcess({ stderr, env: given.env ?? {} })).hasColor).toBe(want)
    })
  }
})

test('A user watches standard error when it is a terminal', () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  expect(processIo(aProcess({ stderr: terminal })).isTerminal).toBe(true)
  expect(processIo(aProcess()).isTerminal).toBe(false)
})

test('Standard input is not opened before it is read', async () => {
  let opened = 0
  const io = processIo({
    ...aProcess(),
    get stdin() {
      opened += 1
      return Readable.from([])
    },
  })
  expect(opened).toBe(0)
  await buffer(io.stdin())
  expect(opened).toBe(1)
})

test('A folder that was removed under the shell is no exception', () => {
  expect(processIo(aProcess({ cwd: failingCwd })).cwd()).toBe('.')
})

function failingCwd(): string {
  throw new Error('ENOENT: process.cwd failed')
}

function ignore(): void {}

function aProcess(given: Partial<Parameters<typeof processIo>[0]> = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  return { stdin: Readable.from([]), stdout, stderr, env: {}, cwd: () => '/', once: ignore, ...given }
}
