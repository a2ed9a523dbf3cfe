import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRepository } from './open-repository.ts'

// Settings of whoever runs the tests must not decide.
const env = {
  PATH: process.env['PATH'],
  HOME: '/nowhere',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

let folder: string
let server: string
let work: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-git-'))
  server = join(folder, 'server.git')
  work = join(folder, 'work')
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', server)
  git(folder, 'clone', '--quiet', server, work)
  git(work, 'checkout', '--quiet', '-B', 'main')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] })
    .toString('utf8')
    .trim()
}

async function commit(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(work, path)), { recursive: true })
    await writeFile(join(work, path), text)
  }
  git(work, 'add', '--all')
  git(work, 'commit', '--quiet', '--allow-empty', '-m', 'x')
  return git(work, 'rev-parse', 'HEAD')
}

const push = () => git(work, 'push', '--quiet', '--force', 'origin', 'main')
const open = (cwd = work) => openRepository({ cwd: () => cwd, env })

describe('A clone', () => {
  test('gives what is committed, whatever the names are, and not what lies beside it', async () => {
    const names = [
      'a b.yaml',
      '-rf.yaml',
      ':(glob)*.yaml',
      'tab\tnew\nline.yaml',
      'ünï/"q".yaml',
      "'; touch x;.yaml",
    ]
    const head = await commit(Object.fromEntries(names.map(name => [name, `content of ${name}`])))
    await writeFile(join(work, 'a b.yaml'), 'not committed')
    const repository = await open()
    const files = await repository.files()
    expect([repository.head, files.map(({ path }) => path).toSorted()]).toEqual([head, names.toSorted()])
    const read = await repository.read(files.map(({ id }) => id))
    expect(files.map(({ path, id }) => [path, read.get(id)?.toString('utf8')])).toEqual(
      files.map(({ path }) => [path, `content of ${path}`]),
    )
  })

  test('tells links from files, and in which folder a user stands', async () => {
    await mkdir(join(work, 'deep/er'), { recursive: true })
    await symlink('/etc/passwd', join(work, 'deep/link.yaml'))
    await commit({ 'deep/er/a.yaml': '' })
    const repository = await open(join(work, 'deep/er'))
    expect([repository.prefix, repository.isShallow, await repository.branch()]).toEqual([
      'deep/er',
      false,
      'main',
    ])
    expect((await repository.files()).map(({ path, mode }) => [path, mode])).toEqual([
      ['deep/er/a.yaml', '100644'],
      ['deep/link.yaml', '120000'],
    ])
  })

  test('knows how commits are related', async () => {
    const first = await commit({ a: '1' })
    const side = await commit({ a: 'side' })
    git(work, 'reset', '--quiet', '--hard', first)
    const second = await commit({ a: '2' })
    const third = await commit({ a: '3' })
    git(work, 'checkout', '--quiet', second)
    const repository = await open()
    const all = [first, second, third, side, 'a'.repeat(40)]
    expect(await Promise.all(all.map(repository.relationOf))).toEqual([
      'ancestor',
      'same',
      'descendant',
      'unrelated',
      'unknown',
    ])
    expect(await repository.branch()).toBeUndefined()
  })

  test('asks the server where a branch is, and fetches what it needs to tell', async () => {
    const first = await commit({ a: '1' })
    push()
    const job = join(folder, 'job')
    git(folder, 'clone', '--quiet', server, job)
    expect(await (await open(job)).tipOf('main')).toBe('here')
    const second = await commit({ a: '2' })
    push()
    const late = await open(job)
    expect(await late.relationOf(second)).toBe('unknown')
    expect([await late.tipOf('main'), await late.relationOf(second)]).toEqual(['ahead', 'descendant'])
    expect(git(job, 'rev-parse', 'origin/main')).toBe(first)
    git(work, 'commit', '--quiet', '--amend', '--allow-empty', '-m', 'other')
    git(work, 'reset', '--quiet', '--soft', first)
    git(work, 'commit', '--quiet', '--amend', '-m', 'rewritten')
    push()
    expect(await (await open(job)).tipOf('main')).toBe('elsewhere')
    expect(await (await open(job)).tipOf('gone')).toBe('unknown')
  })

  test('that is shallow knows less, and says so', async () => {
    const first = await commit({ a: '1' })
    await commit({ a: '2' })
    push()
    const job = join(folder, 'shallow')
    git(folder, 'clone', '--quiet', '--depth=1', `file://${server}`, job)
    const repository = await open(job)
    expect([
      repository.isShallow,
      await repository.relationOf(first),
      await repository.tipOf('main'),
    ]).toEqual([true, 'unknown', 'here'])
    await commit({ a: '3' })
    push()
    expect(await (await open(job)).tipOf('main')).toBe('ahead')
  })

  test('without a server that answers knows nothing of branches', async () => {
    await commit({ a: '1' })
    git(work, 'remote', 'set-url', 'origin', join(folder, 'gone.git'))
    expect(await (await open()).tipOf('main')).toBe('unknown')
  })
})

describe('There is nothing to apply', () => {
  test('outside of a repository', async () => {
    await expect(open(folder)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^cannot find a Git repository in .*, or in a folder above it$/),
    })
  })

  test('before the first commit', async () => {
    await expect(open()).rejects.toMatchObject({
      exitCode: 2,
      message: 'cannot apply: this repository has no commit yet',
    })
  })

  test('without the program git', async () => {
    await expect(openRepository({ cwd: () => work, env: { PATH: '/nowhere' } })).rejects.toMatchObject({
      exitCode: 2,
      message: 'cannot run git: it is not installed, or not in PATH',
    })
  })
})
