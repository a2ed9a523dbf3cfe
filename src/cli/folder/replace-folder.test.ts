import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orSkip } from '#test/cli/or-skip.ts'
import { placeFrom } from '../io/place.ts'
import { FolderError } from './folder-error.ts'
import { readFolder } from './read-folder.ts'
import { recoverFolder } from './recover-folder.ts'
import { replaceFolder } from './replace-folder.ts'

const marker = { name: 'pack.yaml', filesOf: (text: string) => text.split('\n').filter(Boolean) }
const first = new Map([
  ['pack.yaml', 'a.yaml\nb.yaml\n'],
  ['a.yaml', 'a: 1\n'],
  ['b.yaml', 'b: 1\n'],
])
const second = new Map([
  ['pack.yaml', 'a.yaml\nc.yaml\n'],
  ['a.yaml', 'a: 2\n'],
  ['c.yaml', 'c: 2 ü\n'],
])

let root: string
let target: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fitout-folder-'))
  target = join(root, 'packs/cni')
})
afterEach(() => {
  chmodSync(root, 0o755)
  rmSync(root, { recursive: true })
})

const place = (path = 'packs/cni') => placeFrom(root, path)
const put = (files: ReadonlyMap<string, string>) => {
  mkdirSync(target, { recursive: true })
  for (const [name, text] of files) writeFileSync(join(target, name), text)
}

describe('A folder is', () => {
  test('created, with the folders above it', async () => {
    expect(await replaceFolder(place(), first, { marker })).toBe('created')
    expect(await readFolder(place())).toEqual(first)
    expect(readdirSync(join(root, 'packs'))).toEqual(['cni'])
  })

  test('created in the place of an empty one', async () => {
    put(new Map())
    expect(await replaceFolder(place(), first, { marker })).toBe('created')
    expect(await readFolder(place())).toEqual(first)
  })

  test('replaced as a whole, and keeps its permissions', async () => {
    put(first)
    chmodSync(target, 0o750)
    expect(await replaceFolder(place('packs/cni/'), second, { marker })).toBe('replaced')
    expect(await readFolder(place())).toEqual(second)
    expect(statSync(target).mode & 0o777).toBe(0o750)
    expect(readdirSync(join(root, 'packs'))).toEqual(['cni'])
  })

  test('left untouched when nothing would change', async () => {
    put(first)
    const before = [statSync(target), statSync(join(target, 'a.yaml')), statSync(join(root, 'packs'))]
    expect(await replaceFolder(place(), first, { marker })).toBe('unchanged')
    const after = [statSync(target), statSync(join(target, 'a.yaml')), statSync(join(root, 'packs'))]
    expect(after.map(({ ino, mtimeMs }) => [ino, mtimeMs])).toEqual(
      before.map(({ ino, mtimeMs }) => [ino, mtimeMs]),
    )
  })
})

describe('A folder is not written', () => {
  const cases = [
    {
      name: 'when it has a file that no pack wrote',
      given: () => put(new Map([...first, ['notes.txt', 'mine'], ['zzz.txt', 'mine']])),
      want: 'FOREIGN_FILE',
      message:
        'cannot write packs/cni: it contains notes.txt, which is not part of a pack; move it away, or choose another --out',
    },
    {
      name: 'when it has files and no marker, whatever their names',
      given: () => put(new Map([['a.yaml', 'a: 1\n']])),
      want: 'FOREIGN_FILE',
      message:
        'cannot write packs/cni: it contains a.yaml, which is not part of a pack; move it away, or choose another --out',
    },
    {
      name: 'when it has a folder inside',
      given: () => {
        put(first)
        mkdirSync(join(target, 'a\nb'))
      },
      want: 'FOREIGN_FILE',
      message:
        'cannot write packs/cni: it contains "a\\nb/", which is not part of a pack; move it away, or choose another --out',
    },
    {
      name: 'when one of its files is a link',
      given: () => {
        put(new Map([...first].slice(0, 2)))
        symlinkSync('a.yaml', join(target, 'b.yaml'))
      },
      want: 'FOREIGN_FILE',
      message:
        'cannot write packs/cni: it contains b.yaml, which is not part of a pack; move it away, or choose another --out',
    },
    {
      name: 'when it is a file',
      given: () => {
        mkdirSync(join(root, 'packs'))
        writeFileSync(target, '')
      },
      want: 'NOT_A_FOLDER',
      message: 'cannot write packs/cni: it is a file, not a folder',
    },
    {
      name: 'when it is a link',
      given: () => {
        mkdirSync(join(root, 'packs'))
        symlinkSync('nowhere', target)
      },
      want: 'NOT_A_FOLDER',
      message: 'cannot write packs/cni: it is a symbolic link; give the folder that it points to',
    },
    {
      name: 'when the folder above it is a file',
      given: () => writeFileSync(join(root, 'packs'), ''),
      want: 'NOT_A_FOLDER',
      message: 'cannot write packs/cni: a part of its path is a file, not a folder',
    },
  ]
  for (const { name, given, want, message } of cases) {
    test(name, async () => {
      given()
      const before = tree()
      const error: unknown = await replaceFolder(place(), second, { marker }).catch(error => error)
      expect(error).toBeInstanceOf(FolderError)
      expect(error).toMatchObject({ code: want, message, path: 'packs/cni' })
      expect(tree()).toEqual(before)
    })
  }

  const asRoot = process.getuid?.() === 0 ? 'root may read and write everything' : undefined
  test.skipIf(asRoot !== undefined)(orSkip('when nothing may be written beside it', asRoot), async () => {
    put(first)
    chmodSync(join(root, 'packs'), 0o555)
    const result = replaceFolder(place(), second, { marker })
    await expect(result).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      message: 'cannot write packs/cni: permission denied',
    })
    expect(await readFolder(place())).toEqual(first)
    chmodSync(join(root, 'packs'), 0o755)
  })

  test('when it is the folder one is in', async () => {
    const before = process.cwd()
    process.chdir(root)
    try {
      const result = replaceFolder(placeFrom(root, '.'), first, { marker })
      await expect(result).rejects.toMatchObject({
        code: 'CURRENT_FOLDER',
        message: 'cannot write .: it is the current directory; change to another one, and give its path',
      })
    } finally {
      process.chdir(before)
    }
  })

  test('with a name that leads out of it', async () => {
    const files = new Map([['../b.yaml', '']])
    await expect(replaceFolder(place(), files, { marker })).rejects.toThrow(TypeError)
    expect(readdirSync(root)).toEqual([])
  })
})

describe('Reading a folder', () => {
  test('gives its files by the bytes of their names', async () => {
    put(
      new Map([
        ['b', '2'],
        ['a', '1'],
        ['B', '3'],
      ]),
    )
    expect([...((await readFolder(place())) ?? [])]).toEqual([
      ['B', '3'],
      ['a', '1'],
      ['b', '2'],
    ])
  })

  test('gives undefined when there is none', async () => expect(await readFolder(place())).toBeUndefined())

  test('names the file that is not text', async () => {
    put(new Map([['x.bin', 'ab\0c']]))
    await expect(readFolder(place())).rejects.toMatchObject({
      code: 'NOT_TEXT',
      message: 'cannot read packs/cni/x.bin: it is not text: byte 0x00 at offset 2',
    })
  })

  test('names the folder inside', async () => {
    mkdirSync(join(target, 'sub'), { recursive: true })
    await expect(readFolder(place())).rejects.toMatchObject({
      message: 'cannot read packs/cni: it contains sub/, which is not part of a pack; move it away',
    })
  })
})

describe('What a killed run has left', () => {
  test('is brought back when the folder is missing', async () => {
    put(first)
    mkdirSync(join(root, 'packs/.cni.fitout-aB3xY9'))
    renameSync(target, join(root, 'packs/.cni.fitout-aB3xY9/old'))
    expect(await recoverFolder(place())).toBe('recovered')
    expect(await readFolder(place())).toEqual(first)
    expect(readdirSync(join(root, 'packs'))).toEqual(['cni'])
  })

  test('is not touched by a reader when the folder is there', async () => {
    put(first)
    mkdirSync(join(root, 'packs/.cni.fitout-aB3xY9/old'), { recursive: true })
    const before = tree()
    expect(await recoverFolder(place())).toBe('nothing to do')
    expect(tree()).toEqual(before)
  })

  test('is removed by the next writer, and nothing else', async () => {
    put(first)
    for (const name of ['.cni.fitout-aB3xY9', '.cni.fitout-notes', '.cni2.fitout-aB3xY9']) {
      mkdirSync(join(root, 'packs', name, 'old'), { recursive: true })
    }
    expect(await replaceFolder(place(), second, { marker })).toBe('replaced')
    expect(readdirSync(join(root, 'packs')).toSorted()).toEqual([
      '.cni.fitout-notes',
      '.cni2.fitout-aB3xY9',
      'cni',
    ])
  })
})

function tree() {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()
  return names.map(name => {
    const path = join(root, name)
    return [name, existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined]
  })
}
