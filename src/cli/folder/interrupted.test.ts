import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { placeFrom } from '../io/place.ts'
import type { Disk } from './disk.ts'
import { FolderError } from './folder-error.ts'
import { recoverFolder } from './recover-folder.ts'
import { replaceFolder } from './replace-folder.ts'
import { watchedDisk } from '#test/cli/watched-disk.ts'

const marker = { name: 'pack.yaml', filesOf: (text: string) => text.split('\n').filter(Boolean) }
const packOf = (...names: readonly string[]) =>
  new Map([
    ['pack.yaml', names.join('\n')],
    ...names.map(name => [name, `in: ${names.join(' ')}\n`] as const),
  ])
const old = packOf('a.yaml', 'b.yaml')
const next = packOf('a.yaml', 'c.yaml', 'd.yaml')
const other = packOf('b.yaml', 'e.yaml')

// Thousands of files are flushed here: a file system in memory, where there is one, does it at once. What a flush
// is good for, a power cut, cannot be played anyway.
const memory = '/dev/shm'
const temporary = existsSync(memory) ? memory : tmpdir()

let root: string
beforeEach(() => void (root = mkdtempSync(join(temporary, 'fitout-interrupted-'))))
afterEach(() => rmSync(root, { recursive: true }))

const place = () => placeFrom(root, 'cni')
const write = async (files: ReadonlyMap<string, string>, disk: Disk) =>
  replaceFolder(place(), files, { marker, disk })

/** What each test starts from: with a folder, without one, and after a run that was killed between its renames. */
const starts = [
  { name: 'a folder is replaced', before: old, start: () => put('cni', old) },
  { name: 'a folder is created', before: undefined, start: () => {} },
  {
    name: 'a folder is brought back and replaced',
    before: old,
    start: () => {
      put('.cni.fitout-aB3xY9/old', old)
      put('.cni.fitout-aB3xY9/new', next)
      put('.cni.fitout-Zz0000/gone', new Map([['a.yaml', 'half']]))
    },
  },
]

for (const { name, before, start } of starts) {
  // Each case runs dozens of times, and waits for the disk each time.
  describe(`While ${name}`, () => {
    test('death at any call leaves the old or the new one, whole, and the next run cleans up', async () => {
      await forEachCall(start, async at => {
        await settle(write(next, dyingDisk(at)))
        await recoverFolder(place())
        expect([before, next], `at call ${at}`).toContainEqual(contents())

        await write(
          next,
          watchedDisk(() => {}),
        )
        expect({ names: readdirSync(root), files: contents() }).toEqual({ names: ['cni'], files: next })
      })
    })

    test('death at any call leaves nothing half removed that could be brought back later', async () => {
      await forEachCall(start, async at => {
        await settle(write(next, dyingDisk(at)))
        rmSync(join(root, 'cni'), { recursive: true, force: true })
        await recoverFolder(place())
        expect([old, undefined], `at call ${at}`).toContainEqual(contents())
      })
    })

    test('a full disk at any call leaves the old or the new one, whole, and says so', async () => {
      const done = before ? 'replaced' : 'created'
      await forEachCall(start, async at => {
        const outcome = await settle(write(next, failingDisk(at)))
        await recoverFolder(place())
        const result = { outcome: outcome instanceof FolderError ? outcome.code : outcome, files: contents() }
        const allowed = [
          { outcome: 'NO_SPACE', files: before },
          { outcome: done, files: next },
        ]
        expect(allowed, `at call ${at}`).toContainEqual(result)

        await write(
          next,
          watchedDisk(() => {}),
        )
        expect({ names: readdirSync(root), files: contents() }).toEqual({ names: ['cni'], files: next })
      })
    })

    test('a reader finds the old one, the new one, or none, and never a mix', async () => {
      await forEachCall(start, async at => {
        let seen: unknown = 'nothing yet'
        await write(
          next,
          watchedDisk(count => void (count === at && (seen = contents()))),
        )
        expect([old, next, undefined], `at call ${at}`).toContainEqual(seen)
      })
    })

    test('another run at any call leaves what one of the two wrote, whole', async () => {
      await forEachCall(start, async at => {
        let second: Promise<unknown> | undefined
        const disk = watchedDisk(count => {
          if (count === at)
            second = settle(
              write(
                other,
                watchedDisk(() => {}),
              ),
            )
        })
        const outcomes = [await settle(write(next, disk)), await second]
        expect(outcomes.filter(outcome => outcome instanceof Error).every(isTaken), `at call ${at}`).toBe(
          true,
        )
        expect([next, other], `at call ${at}`).toContainEqual(contents())
        expect(readdirSync(root)).toEqual(['cni'])
      })
    })

    test('a reader who recovers at any call never makes a mix', async () => {
      await forEachCall(start, async at => {
        const disk = watchedDisk(count => void (count === at && void recoverFolder(place())))
        const outcome = await settle(write(next, disk))
        expect(outcome instanceof Error ? isTaken(outcome) : true, `at call ${at}`).toBe(true)
        expect([before, next], `at call ${at}`).toContainEqual(contents())
      })
    })
  })
}

test('While a folder is replaced there is none before one call only', async () => {
  const absent: string[] = []
  renew(() => put('cni', old))
  await write(
    next,
    watchedDisk((_, call) => void (contents() ?? absent.push(call))),
  )
  expect(absent).toEqual(['renameSync'])
})

// Death at every other call is played above, by a disk that nothing reaches any more: a process takes too long for each.
test('kill -9 before any call that renames or removes leaves the old or the new one, whole', async () => {
  const ends = (await swappingCalls()).map(async at => {
    put(`${at}/cni`, old)
    const { signal, said } = await killedAt(at)
    expect({ at, signal, said }).toEqual({ at, signal: 'SIGKILL', said: '' })
    await recoverFolder(placeFrom(root, `${at}/cni`))
    expect([old, other], `at call ${at}`).toContainEqual(contents(`${at}/cni`))
    return contents(`${at}/cni`)?.has('e.yaml') ? 'new' : 'old'
  })
  expect(await Promise.all(ends)).toEqual(['old', 'old', 'new', 'new'])
})

async function swappingCalls(): Promise<readonly number[]> {
  const calls: number[] = []
  renew(() => put('cni', old))
  const disk = watchedDisk((count, call) => {
    if (call === 'renameSync' || call === 'rmSync') calls.push(count)
  })
  await write(other, disk)
  return calls
}

/** Runs a program that replaces the folder `cni` in the folder named `at`, and kills itself before call `at`. */
async function killedAt(at: number): Promise<{ readonly signal: unknown; readonly said: string }> {
  const program = `
    import { replaceFolder } from ${moduleHere('replace-folder.ts')}
    import { watchedDisk } from ${moduleHere('../../../test/cli/watched-disk.ts')}
    const marker = { name: 'pack.yaml', filesOf: text => text.split('\\n').filter(Boolean) }
    const disk = watchedDisk(count => { if (count === ${at}) process.kill(process.pid, 'SIGKILL') })
    const place = { path: 'cni', location: ${JSON.stringify(join(root, String(at), 'cni'))} }
    await replaceFolder(place, new Map(${JSON.stringify([...other])}), { marker, disk })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', chunk => (said += String(chunk)))
  const [, signal] = await once(child, 'close')
  return { signal, said }
}

function moduleHere(name: string): string {
  return JSON.stringify(new URL(name, import.meta.url).href)
}

/** Runs `body` for each call that a whole run makes from this start, each time from that start. */
async function forEachCall(start: () => void, body: (at: number) => Promise<void>): Promise<void> {
  const total = await callsOf(start)
  expect(total).toBeGreaterThan(20)
  for (let at = 0; at < total; at += 1) {
    renew(start)
    await body(at)
  }
}

async function callsOf(start: () => void): Promise<number> {
  let total = 0
  renew(start)
  await write(
    next,
    watchedDisk(() => void (total += 1)),
  )
  return total
}

/** A disk that nothing reaches any more from call `at` on. If that call removes, it has removed half. */
function dyingDisk(at: number): Disk {
  return watchedDisk((count, call, path) => {
    if (count < at) return
    if (count === at && call === 'rmSync') removeHalf(String(path))
    throw new Error('dead')
  })
}

function failingDisk(at: number): Disk {
  return watchedDisk(count => {
    if (count !== at) return
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' })
  })
}

function removeHalf(work: string): void {
  for (const name of ['gone', 'new', 'old']) rmSync(join(work, name, 'a.yaml'), { force: true })
}

function put(name: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(join(root, name), { recursive: true })
  for (const [file, text] of files) writeFileSync(join(root, name, file), text)
}

function renew(start: () => void): void {
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true })
  start()
}

function contents(name = 'cni'): ReadonlyMap<string, string> | undefined {
  const folder = join(root, name)
  if (!existsSync(folder)) return undefined
  return new Map(readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'utf8')]))
}

async function settle(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work
  } catch (error) {
    return error
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof FolderError && error.code === 'TAKEN'
}
