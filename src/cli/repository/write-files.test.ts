import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { watchedDisk } from '#test/cli/watched-disk.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { FolderError } from '../folder/folder-error.ts'
import { type FileChange, undoInterruptedWrite, writeFiles } from './write-files.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'fitout-write-test-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const io = memoryIo({ cwd: '/' })
const root = () => ({ path: 'repo', location: join(folder, 'repo') })
const changes: readonly FileChange[] = [
  { path: 'kept.yaml', before: 'old\n', after: 'new\n' },
  { path: 'a/b/c.yaml', before: undefined, after: 'c\n' },
  { path: 'gone.yaml', before: 'gone\n', after: undefined },
  { path: 'same.yaml', before: 'same\n', after: 'same\n' },
]

function given(): void {
  mkdirSync(root().location)
  for (const { path, before } of changes)
    if (before !== undefined) writeFileSync(join(root().location, path), before)
}

function found(): Readonly<Record<string, string>> {
  const entries = readdirSync(root().location, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    entries.map(entry => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(root().location.length + 1), entry.isFile() ? readFileSync(path, 'utf8') : 'folder']
    }),
  )
}

const before = { 'kept.yaml': 'old\n', 'gone.yaml': 'gone\n', 'same.yaml': 'same\n' }
const after = {
  'kept.yaml': 'new\n',
  'same.yaml': 'same\n',
  a: 'folder',
  'a/b': 'folder',
  'a/b/c.yaml': 'c\n',
}

describe('writeFiles', () => {
  test('writes, changes and removes, and leaves nothing else', () => {
    given()
    chmodSync(join(root().location, 'kept.yaml'), 0o750)
    writeFiles(root(), changes, { io })
    expect(found()).toEqual(after)
    expect(statSync(join(root().location, 'kept.yaml')).mode & 0o777).toBe(0o750)
  })

  test('makes a folder that is not there', () => {
    writeFiles(root(), [{ path: 'x/y', before: undefined, after: 'y' }], { io })
    expect(found()).toEqual({ x: 'folder', 'x/y': 'y' })
  })

  // A call that fails, and a process that is killed before it, at every call of the disk.
  const counts = Array.from({ length: 80 }, (_, count) => count)
  test('changes all or nothing, whichever call of the disk fails', () => {
    let last: string | undefined
    for (const stop of counts) {
      rmSync(root().location, { recursive: true, force: true })
      given()
      let hasFailed = false
      const disk = watchedDisk((count, call) => {
        if (count !== stop || hasFailed || call.startsWith('l')) return
        hasFailed = true
        throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: call })
      })
      let want: object = after
      try {
        writeFiles(root(), changes, { io, disk })
      } catch (error) {
        if (!(error instanceof FolderError)) throw error
        last = error.message
        want = before
      }
      // What could not be removed goes with the next run, and nothing else.
      undoInterruptedWrite(root())
      expect(found()).toEqual(want)
    }
    expect(last).toContain('cannot write repo: no space is left on the disk')
  })

  test('is taken back by the next run when it is killed, at any point', () => {
    const states = new Set<string>()
    for (const stop of counts) {
      rmSync(root().location, { recursive: true, force: true })
      given()
      // Killed: no call after this one does anything, those that clean up included.
      const disk = watchedDisk(count => {
        if (count >= stop) throw new Error('killed')
      })
      let isKilled = false
      try {
        writeFiles(root(), changes, { io, disk })
      } catch {
        isKilled = true
      }
      undoInterruptedWrite(root())
      expect([before, after]).toContainEqual(found())
      states.add(`${isKilled} ${JSON.stringify(found())}`)
    }
    expect(states.size).toBeGreaterThan(1)
  })

  const refused = [
    {
      name: 'a file that changed since it was read',
      change: { path: 'kept.yaml', before: 'other\n', after: 'x' },
      code: 'TAKEN',
    },
    {
      name: 'a file that a user made since',
      change: { path: 'same.yaml', before: undefined, after: 'x' },
      code: 'TAKEN',
    },
    {
      name: 'a folder in the place of a file',
      change: { path: 'dir', before: undefined, after: 'x' },
      code: 'NOT_A_FOLDER',
    },
    {
      name: 'a file in the place of a folder',
      change: { path: 'same.yaml/x', before: undefined, after: 'x' },
      code: 'NOT_A_FOLDER',
    },
    { name: 'a link', change: { path: 'link/x', before: undefined, after: 'x' }, code: 'NOT_A_FOLDER' },
  ]
  test.each(refused)('refuses $name, and leaves all as it is', ({ change, code }) => {
    given()
    mkdirSync(join(root().location, 'dir'))
    symlinkSync(folder, join(root().location, 'link'))
    expect(() =>
      writeFiles(root(), [{ path: 'new', before: undefined, after: 'x' }, change], { io }),
    ).toThrow(expect.objectContaining({ code }))
    expect(readdirSync(root().location).toSorted()).toEqual([
      'dir',
      'gone.yaml',
      'kept.yaml',
      'link',
      'same.yaml',
    ])
  })
})
