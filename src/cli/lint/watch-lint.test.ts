import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runLintCommand } from './run-lint-command.ts'

let folder: string
let stop: AbortController
let ended: Promise<unknown>
let next: (text: string) => void
let told: Promise<string>[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-watch-'))
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  await ended
  await rm(folder, { recursive: true })
})

function watch(...paths: readonly string[]): void {
  const waiting: ((text: string) => void)[] = []
  told = Array.from({ length: 9 }, () => new Promise<string>(resolve => waiting.push(resolve)))
  next = text => waiting.shift()?.(text)
  const io = { ...memoryIo({ cwd: folder }), write: (text: string) => next(text) }
  const call = { paths, output: 'text' as const, fix: false, denyWarnings: false, watch: true }
  ended = runLintCommand(call, io, stop.signal)
}

const release = (interval: string) =>
  `apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: a, namespace: a}\nspec: {interval: ${interval}, url: "https://a.example.com"}\n`

test('What is wrong is shown again after each change that changes it', async () => {
  await mkdir(join(folder, 'a'))
  await writeFile(join(folder, 'a/fleet.yaml'), release('1d'))
  watch()
  expect(await told[0]).toMatch(/^a\/fleet\.yaml:4:18: .* INTERVAL_FORM\n/)

  await writeFile(join(folder, 'a/fleet.yaml'), release('1h'))
  expect(await told[1]).toBe('1 file, no problems\n')

  await mkdir(join(folder, 'b/c'), { recursive: true })
  await writeFile(join(folder, 'b/c/other.yaml'), release('2d'))
  expect(await told[2]).toMatch(/^b\/c\/other\.yaml:4:18: /)

  await rename(join(folder, 'b'), join(folder, 'd'))
  expect(await told[3]).toMatch(/^d\/c\/other\.yaml:4:18: /)

  await rm(join(folder, 'd'), { recursive: true })
  expect(await told[4]).toBe('1 file, no problems\n')
})

test('A file that is replaced by one of the same size and name is read again', async () => {
  await writeFile(join(folder, 'a.yaml'), release('1d'))
  watch('a.yaml')
  expect(await told[0]).toMatch(/1 error/)
  await writeFile(join(folder, 'a.new'), release('1h'))
  await rename(join(folder, 'a.new'), join(folder, 'a.yaml'))
  expect(await told[1]).toBe('1 file, no problems\n')
})

test.each([
  { name: '--fix', call: { fix: true, paths: [] } },
  { name: '-', call: { fix: false, paths: ['-'] } },
])('Nothing can be watched with $name', async ({ name, call }) => {
  ended = Promise.resolve()
  const asked = runLintCommand(
    { ...call, output: 'text', denyWarnings: false, watch: true },
    memoryIo({ cwd: folder }),
  )
  await expect(asked).rejects.toThrow(`--watch cannot be combined with ${name}`)
})
