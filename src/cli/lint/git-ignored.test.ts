import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryIo } from '#test/cli/memory-io.ts'
import { ignoredPaths } from '../git/ignored-paths.ts'
import { runCli } from '../run-cli.ts'

// Settings of whoever runs the tests must not decide.
const env = { PATH: process.env['PATH'] ?? '', HOME: '/nowhere', GIT_CONFIG_NOSYSTEM: '1' }
const wrong =
  'apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: a, namespace: a}\nspec: {interval: 1d, url: "https://a.example.com"}\n'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-ignored-'))
  git('init', '--quiet', '--initial-branch=main')
})
afterEach(() => rm(folder, { recursive: true }))

function git(...args: readonly string[]): void {
  execFileSync('git', args, { cwd: folder, env, stdio: 'ignore' })
}

async function given(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

async function lint(words = '', { below = '', PATH = env.PATH } = {}) {
  const io = memoryIo({ cwd: join(folder, below), env: { ...env, PATH } })
  await runCli(['lint', ...words.split(' ').filter(Boolean)], io)
  const files = [...io.stdout().matchAll(/^(\S+):4:18: /gm)].map(([, path]) => path)
  return { files, said: io.stderr() }
}

describe('In a Git work tree', () => {
  test('what Git ignores is not judged, and lint says so', async () => {
    await given({
      '.gitignore': '*.local.yaml\n/out/\n',
      'apps/.gitignore': 'made.yaml\n!kept.local.yaml\n',
      'a.yaml': wrong,
      'a.local.yaml': wrong,
      'apps/made.yaml': wrong,
      'apps/kept.local.yaml': wrong,
      'out/deep/b.yaml': wrong,
    })
    expect(await lint()).toEqual({
      files: ['a.yaml', 'apps/kept.local.yaml'],
      said: 'note: not judged, because Git ignores it; name it to have it judged: a.local.yaml, apps/made.yaml, out\n',
    })
  })

  test('what is ignored and committed all the same is judged', async () => {
    await given({ '.gitignore': 'a.yaml\n', 'a.yaml': wrong })
    git('add', '--force', 'a.yaml')
    expect(await lint()).toEqual({ files: ['a.yaml'], said: '' })
  })

  test('what is ignored and named is judged', async () => {
    await given({
      '.gitignore': 'out\na.yaml\n',
      'a.yaml': wrong,
      'out/b.yaml': wrong,
      'out/c/d.yaml': wrong,
    })
    expect((await lint('a.yaml')).files).toEqual(['a.yaml'])
    expect((await lint('out')).files).toEqual(['out/b.yaml', 'out/c/d.yaml'])
    expect((await lint('', { below: 'out/c' })).files).toEqual(['d.yaml'])
  })

  test('the exclude file of the clone counts, and a repository below the top of the clone is judged alike', async () => {
    const fitout =
      'apiVersion: fitout.dev/v1alpha1\nkind: FleetRepository\ngit: {url: "https://git.example.com/fleet.git"}\nenvironments: {dev: {}}\n'
    await given({ 'fleet/fitout.yaml': fitout, 'fleet/a.yaml': wrong, 'fleet/b.yaml': wrong })
    await writeFile(join(folder, '.git/info/exclude'), '/fleet/b.yaml\n')
    expect((await lint('', { below: 'fleet' })).files).toEqual(['a.yaml'])
  })

  test('a repository in a folder that another one ignores is judged', async () => {
    await given({
      '.gitignore': '/scratch\n',
      'scratch/fitout.yaml':
        'apiVersion: fitout.dev/v1alpha1\nkind: FleetRepository\ngit: {url: "https://git.example.com/fleet.git"}\nenvironments: {dev: {}}\n',
      'scratch/a.yaml': wrong,
    })
    expect((await lint('', { below: 'scratch' })).files).toEqual(['a.yaml'])
  })

  test('a resource that Git ignores is neither missing nor known', async () => {
    await given({
      '.gitignore': 'made*\n',
      'kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [made.yaml, made]\npatches:\n- patch: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: in-made}\n    data: {a: b}\n',
      'made.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: in-made, namespace: a}\n',
      'made/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b, namespace: a}\n',
    })
    const io = memoryIo({ cwd: folder, env })
    expect([await runCli(['lint'], io), io.stdout()]).toEqual([0, '1 file, no problems\n'])
  })

  test('without the program git all is judged', async () => {
    await given({ '.gitignore': '*.yaml\n', 'a.yaml': wrong })
    expect(await lint('', { PATH: '/nowhere' })).toEqual({ files: ['a.yaml'], said: '' })
  })

  test('no program of its settings runs', async () => {
    await given({ 'a.yaml': wrong })
    git('config', 'core.fsmonitor', `touch ${join(folder, 'it-ran')} #`)
    await lint()
    expect([...(await ignoredPaths(folder, env))]).toEqual([])
    await expect(rm(join(folder, 'it-ran'))).rejects.toThrow('ENOENT')
  })
})
