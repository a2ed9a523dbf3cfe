import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orSkip } from '#test/cli/or-skip.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { readSources, type SourceWorld } from './read-sources.ts'

let root: string
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'fitout-sources-'))))
afterEach(() => rmSync(root, { recursive: true }))

const read = async (words: readonly string[], world: Omit<SourceWorld, 'io'> & { stdin?: string } = {}) =>
  readSources(words, { io: memoryIo({ cwd: root, stdin: world.stdin ?? '' }), ...world })

describe('Sources are read', () => {
  test('in the order given, each with its size and digest', async () => {
    put({ 'b.yaml': 'b: ü\n', 'a.txt': '\uFEFFa: 1\n' })
    const sources = await read(['./b.yaml', '-', join(root, 'a.txt')], { stdin: 'c: 3\n' })
    expect(sources).toEqual([
      { path: './b.yaml', argument: './b.yaml', text: 'b: ü\n', bytes: 6, sha256: sha256('b: ü\n') },
      { path: '<stdin>', argument: '<stdin>', text: 'c: 3\n', bytes: 5, sha256: sha256('c: 3\n') },
      {
        path: join(root, 'a.txt'),
        argument: join(root, 'a.txt'),
        text: 'a: 1\n',
        bytes: 8,
        sha256: sha256('\uFEFFa: 1\n'),
      },
    ])
  })

  test('from folders by the bytes of their paths, without hidden and other files', async () => {
    const names = ['in/b.yaml', 'in/a/z.yml', 'in/a-b.json', 'in/Z.yaml', 'in/é.yaml']
    const others = [
      'in/.hidden.yaml',
      'in/.git/x.yaml',
      'in/README.md',
      'in/x.yaml.bak',
      'in/yaml',
      'in/a/b/c.tpl',
    ]
    put(Object.fromEntries([...names, ...others].map(name => [name, name])))
    const sources = await read(['in/'])
    expect(sources.map(({ path, argument, text }) => [path, argument, text])).toEqual(
      ['in/Z.yaml', 'in/a-b.json', 'in/a/z.yml', 'in/b.yaml', 'in/é.yaml'].map(name => [name, 'in/', name]),
    )
  })

  test('through links to files, and not through links to folders', async () => {
    put({ 'far/x.yaml': 'x', 'in/y.yaml': 'y' })
    symlinkSync('../far/x.yaml', join(root, 'in/link.yaml'))
    symlinkSync('../far', join(root, 'in/folder.yaml'))
    symlinkSync('..', join(root, 'in/circle'))
    symlinkSync('in', join(root, 'typed'))
    expect((await read(['typed'])).map(({ path, text }) => [path, text])).toEqual([
      ['typed/link.yaml', 'x'],
      ['typed/y.yaml', 'y'],
    ])
  })

  test('empty, because what is in them is not judged here', async () => {
    put({ 'a.yaml': '' })
    expect(await read(['a.yaml'])).toEqual([
      { path: 'a.yaml', argument: 'a.yaml', text: '', bytes: 0, sha256: sha256('') },
    ])
  })

  test('from a pipe that a shell made', async () => {
    put({ 'a.yaml': 'a: 1\n' })
    const script = `
      import { readSources } from ${JSON.stringify(new URL('read-sources.ts', import.meta.url).href)}
      const io = { cwd: () => '.', stdin: () => { throw new Error('not asked for') } }
      console.log((await readSources(process.argv.slice(1), { io }))[0].text)`
    const line = '"$0" --input-type=module -e "$1" <(cat a.yaml)'
    expect(
      execFileSync('bash', ['-c', line, process.execPath, script], { cwd: root, encoding: 'utf8' }),
    ).toBe('a: 1\n\n')
  })

  test('from addresses, with the digest that was asked for', async () => {
    const path = 'https://a.example/x.yaml'
    const word = `${path}#sha256=${sha256('a: 1\n')}`
    expect(await read([word], { fetch: async () => Buffer.from('a: 1\n') })).toEqual([
      { path, argument: path, text: 'a: 1\n', bytes: 5, sha256: sha256('a: 1\n') },
    ])
  })
})

describe('A source is refused', () => {
  const cases: readonly {
    readonly name: string
    readonly given: () => unknown
    readonly words?: readonly string[]
    readonly code: string
    readonly want: string
  }[] = [
    {
      name: 'that does not exist',
      given: () => {},
      code: 'NOT_FOUND',
      want: 'cannot read x: it does not exist',
    },
    {
      name: 'below a file',
      given: () => put({ x: '' }),
      words: ['x/y'],
      code: 'NOT_FOUND',
      want: 'cannot read x/y: a part of its path is a file, not a folder',
    },
    {
      name: 'that has no name',
      given: () => put({ 'a.yaml': '' }),
      words: [''],
      code: 'NOT_FOUND',
      want: 'cannot read "": the name is empty',
    },
    {
      name: 'that would break the line',
      given: () => {},
      words: ['a\nb\u001B[31m'],
      code: 'NOT_FOUND',
      want: 'cannot read "a\\nb\\x1b[31m": it does not exist',
    },
    {
      name: 'that is a link to nothing',
      given: () => symlinkSync('gone', join(root, 'x')),
      code: 'NOT_FOUND',
      want: 'cannot read x: it is a symbolic link to something that does not exist',
    },
    {
      name: 'that is a link to nothing in a folder',
      given: () => {
        put({ 'x/a.yaml': '' })
        symlinkSync('gone', join(root, 'x/b.yaml'))
      },
      code: 'NOT_FOUND',
      want: 'cannot read x/b.yaml: it is a symbolic link to something that does not exist',
    },
    {
      name: 'that is a link to itself',
      given: () => symlinkSync('x', join(root, 'x')),
      code: 'UNREADABLE',
      want: 'cannot read x: its symbolic links form a cycle',
    },
    {
      name: 'that is a folder without manifests',
      given: () => put({ 'x/README.md': '', 'x/.a.yaml': '' }),
      code: 'NO_MANIFESTS',
      want: 'cannot read x: the folder has no .yaml, .yml or .json file',
    },
    {
      name: 'that is a device',
      given: () => {},
      words: ['/dev/null'],
      code: 'NOT_A_FILE',
      want: 'cannot read /dev/null: it is a device, not a file',
    },
    {
      name: 'that is a pipe in a folder',
      given: () => {
        mkdirSync(join(root, 'x'))
        execFileSync('sh', ['-c', 'mkfifo "$0"', join(root, 'x/p.yaml')])
      },
      code: 'NOT_A_FILE',
      want: 'cannot read x/p.yaml: it is a pipe, not a file',
    },
    {
      name: 'that is binary',
      given: () => put({ x: 'PK\u0003\u0004 and then\0' }),
      code: 'NOT_TEXT',
      want: 'cannot read x: it is not text: byte 0x00 at offset 13',
    },
    {
      name: 'that is standard input a second time',
      given: () => {},
      words: ['-', '-'],
      code: 'STDIN_TWICE',
      want: 'cannot read <stdin>: it can be given once only',
    },
    {
      name: 'that is an address without TLS',
      given: () => {},
      words: ['http://a.example/x.yaml'],
      code: 'NOT_HTTPS',
      want: 'cannot fetch http://a.example/x.yaml: only https is supported',
    },
  ]
  for (const { name, given, words = ['x'], code, want } of cases) {
    test(name, async () => {
      given()
      await expect(read(words)).rejects.toMatchObject({ name: 'SourceReadError', code, message: want })
    })
  }

  test('that is a socket', async () => {
    const server = createServer().listen(join(root, 'x'))
    await expect(read(['x'])).rejects.toMatchObject({
      code: 'NOT_A_FILE',
      message: 'cannot read x: it is a socket, not a file',
    })
    server.close()
  })

  const asRoot = process.getuid?.() === 0 ? 'root may read and write everything' : undefined
  test.skipIf(asRoot !== undefined)(orSkip('that one may not read', asRoot), async () => {
    put({ x: '' })
    chmodSync(join(root, 'x'), 0)
    await expect(read(['x'])).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      message: 'cannot read x: permission denied',
    })
  })

  test('that has another digest than the one asked for', async () => {
    const wanted = 'ab'.repeat(32)
    const result = read([`https://a.example/x.yaml#sha256=${wanted}`], {
      fetch: async () => Buffer.from('a: 1\n'),
    })
    await expect(result).rejects.toMatchObject({
      code: 'OTHER_DIGEST',
      message: `cannot fetch https://a.example/x.yaml: its sha256 is ${sha256('a: 1\n')}, expected ${wanted}`,
    })
  })
})

describe('Of sources there may be', () => {
  const limits = { fileBytes: 8, totalBytes: 12, files: 3 }
  const single = 'it is larger than 8 bytes, the limit for one file'
  const together = 'with it the sources are larger than 12 bytes, the limit for all together'
  const cases = [
    { name: 'no file over the limit', words: ['9'], code: 'TOO_LARGE', want: `cannot read 9: ${single}` },
    {
      name: 'no standard input over the limit',
      words: ['-'],
      code: 'TOO_LARGE',
      want: `cannot read <stdin>: ${single}`,
    },
    {
      name: 'no answer over the limit',
      words: ['https://a.example/'],
      code: 'TOO_LARGE',
      want: `cannot fetch https://a.example/: ${single}`,
    },
    {
      name: 'not too much together',
      words: ['8', '5'],
      code: 'TOO_LARGE',
      want: `cannot read 5: ${together}`,
    },
    {
      name: 'not too many',
      words: ['1', '1', '1', '1'],
      code: 'TOO_MANY_FILES',
      want: 'cannot read 1: there are more than 3 files, the limit',
    },
    {
      name: 'not too many in folders',
      words: ['in'],
      code: 'TOO_MANY_FILES',
      want: 'cannot read in: there are more than 3 files, the limit',
    },
  ]
  for (const { name, words, code, want } of cases) {
    test(name, async () => {
      fill()
      const result = read(words, { limits, stdin: '123456789', fetch: async () => undefined })
      await expect(result).rejects.toMatchObject({ code, message: want })
    })
  }

  test('as much as the limits say', async () => {
    fill()
    expect(await read(['8', '3', '1'], { limits })).toHaveLength(3)
  })

  test('32 MiB in one, unless someone says otherwise', async () => {
    writeFileSync(join(root, 'x'), Buffer.alloc(32 * 1024 * 1024 + 1, ' '))
    await expect(read(['x'])).rejects.toThrow(
      'cannot read x: it is larger than 32 MiB, the limit for one file',
    )
  })
})

/** Files that are called what they measure, and a folder of four. */
function fill(): void {
  for (const size of [1, 3, 5, 8, 9]) put({ [size]: 'x'.repeat(size) })
  put({ 'in/a.yaml': '', 'in/b.yaml': '', 'in/c/d.yaml': '', 'in/c/e.yaml': '' })
}

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
