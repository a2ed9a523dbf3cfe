import { execFileSync } from 'node:child_process'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  oneof,
  record,
} from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryIo } from '#test/cli/memory-io.ts'
import type { LintMemory } from '../../domain/lint/model/lint-repository.ts'
import { runLint } from '../../domain/lint/run-lint.ts'
import { gatherFiles, type LintInput } from './gather-files.ts'
import { WatchedRepository } from './watched-repository.ts'

const flux = (path: string, more = '') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec:\n  interval: 10m\n  path: ${path}\n  prune: true\n  sourceRef: {kind: GitRepository, name: flux-system}\n${more}`
const list = (...resources: readonly string[]) =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [${resources.join(', ')}]\n`
const set = (name: string) =>
  `apiVersion: addons.cluster.x-k8s.io/v1beta2\nkind: ClusterResourceSet\nmetadata: {name: pack, namespace: default}\nspec:\n  clusterSelector: {matchLabels: {cni: calico}}\n  resources:\n  - {kind: ConfigMap, name: ${name}}\n`
const pack = (name: string, kind: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default}\ndata:\n  a.yaml: |\n    apiVersion: v1\n    kind: ${kind}\n    metadata: {name: In_Pack}\n`

/** Texts that change what is found in other files, and such of the same length. */
const texts = [
  flux('./a'),
  flux('./b'),
  flux('./a', '  dependsOn: [{name: apps}]\n'),
  flux('./a', '  patches: [{target: {kind: ConfigMap}, patch: "[]"}]\n'),
  list('c.yaml'),
  list('b'),
  list('c.yaml', 'd.yaml'),
  `${list('c.yaml')}namePrefix: x-\n`,
  set('pack'),
  set('pakc'),
  pack('pack', 'Namespace'),
  pack('pack', 'ConfigMap'),
  'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n',
  'apiVersion: v1\nkind: Namespace\nmetadata: {name: A}\n',
  'apiVersion: v1\nkind: [\n',
  'key: value\n',
  '',
  '*.yaml\n',
  'a\n',
]
const names = ['a', 'b', 'c.yaml', 'kustomization.yaml', '.gitignore']
const pathOf = array(constantFrom(...names), { minLength: 1, maxLength: 2 }).map(parts => parts.join('/'))
const edit = oneof(
  {
    weight: 5,
    arbitrary: record({ kind: constant('write'), path: pathOf, text: constantFrom(...texts) }),
  },
  {
    weight: 2,
    arbitrary: record({ kind: constant('replace'), path: pathOf, text: constantFrom(...texts) }),
  },
  { weight: 2, arbitrary: record({ kind: constant('remove'), path: pathOf }) },
  { weight: 2, arbitrary: record({ kind: constant('move'), path: pathOf, to: pathOf }) },
  { weight: 1, arbitrary: record({ kind: constant('remake'), path: pathOf }) },
  { weight: 1, arbitrary: record({ kind: constant('link'), path: pathOf, to: pathOf }) },
  { weight: 1, arbitrary: record({ kind: constant('commit'), path: pathOf }) },
)
type Edit = typeof edit extends Arbitrary<infer One> ? One : never

let folder: string
let watched: WatchedRepository
const env = { PATH: process.env['PATH'] ?? '', HOME: '/nowhere', GIT_CONFIG_NOSYSTEM: '1' }
beforeEach(() => start())
afterEach(() => end())

function start(): void {
  folder = mkdtempSync(join(tmpdir(), 'fitout-watched-'))
  git('init', '--quiet')
  watched = new WatchedRepository([], memoryIo({ cwd: folder, env }), { quietMs: 10 })
}

function end(): void {
  watched.close()
  rmSync(folder, { recursive: true })
}

function git(...args: readonly string[]): void {
  execFileSync('git', args, { cwd: folder, env, stdio: 'ignore' })
}

// What an edit cannot do, such as a file below a file, it does not do.
function make(one: Edit): void {
  const location = join(folder, one.path)
  try {
    if (one.kind === 'remove') rmSync(location, { recursive: true })
    else if (one.kind === 'commit') git('add', '--force', '--', one.path)
    else if (one.kind === 'remake') remake(location)
    else mkdirSync(dirname(location), { recursive: true })
    if (one.kind === 'write') writeFileSync(location, one.text)
    if (one.kind === 'replace') replace(location, one.text)
    if (one.kind === 'move') renameSync(location, join(folder, one.to))
    if (one.kind === 'link') symlinkSync(join(folder, one.to), location)
  } catch {
    // It stays as it is.
  }
}

// As editors write: a new file takes the place of the old one. With the times of the old one, as some tools do.
function replace(location: string, text: string): void {
  const { atime, mtime } = lstatSync(location)
  writeFileSync(`${location}.tmp`, text)
  utimesSync(`${location}.tmp`, atime, mtime)
  renameSync(`${location}.tmp`, location)
}

// The folder is another one with the same name and the same files.
function remake(location: string): void {
  const files = readdirSync(location)
  rmSync(location, { recursive: true })
  mkdirSync(location)
  for (const name of files)
    writeFileSync(join(location, name), 'apiVersion: v1\nkind: Namespace\nmetadata: {name: new}\n')
}

// The kernel has told of everything that is done; it is read in the next turn of the event loop.
async function untilTold(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(resolve => setImmediate(resolve))
}

function seen({ files, leftAlone, links, folders }: LintInput) {
  return { texts: files.texts, paths: files.paths, leftAlone, links, folders }
}

test('After any edits the files are those that are on the disk, and the findings those of a fresh lint', async () => {
  await assert(
    asyncProperty(
      array(array(edit, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      async bursts => {
        const memory: LintMemory = new Map()
        await watched.look()
        for (const burst of bursts) {
          for (const one of burst) make(one)
          await untilTold()
          expect(await judged(memory)).toEqual(await judgedFresh())
        }
      },
    ).beforeEach(() => {
      end()
      start()
    }),
    { numRuns: 30 },
  )
})

// Edits are functions, and no two of them are equal.
function judge(input: LintInput, memory?: LintMemory) {
  const { findings, ...rest } = runLint(input.files, memory)
  const told = findings.map(({ edit: fix, ...finding }) => ({ ...finding, isFixable: fix !== undefined }))
  return { ...seen(input), ...rest, findings: told }
}

async function judged(memory: LintMemory) {
  return judge(await watched.look(), memory)
}

async function judgedFresh() {
  return judge(await gatherFiles([], memoryIo({ cwd: folder, env })))
}

const namespace = (name: string) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`
const cases: readonly { readonly name: string; readonly before: () => void; readonly change: () => void }[] =
  [
    {
      name: 'a file gets another text of the same length',
      before: () => given('a.yaml', namespace('a')),
      change: () => given('a.yaml', namespace('A')),
    },
    {
      name: 'a file comes that Git ignores',
      before: () => given('.gitignore', '*.yaml\n'),
      change: () => given('b.yaml', namespace('B')),
    },
    {
      name: 'Git is told to ignore a file',
      before: () => {
        given('.gitignore', 'a.yaml\n')
        given('b.yaml', namespace('B'))
      },
      change: () => given('.gitignore', 'b.yaml\n'),
    },
    {
      name: 'what a link leads to changes in a folder that is not read',
      before: () => {
        given('.hidden/a.yaml', namespace('a'))
        symlinkSync(join(folder, '.hidden/a.yaml'), join(folder, 'link.yaml'))
      },
      change: () => {
        given('.hidden/a.yaml', namespace('A'))
        given('b.yaml', namespace('b'))
      },
    },
    {
      name: 'a folder is removed and made again, and then changed',
      before: () => given('a/b/c.yaml', namespace('c')),
      change: () => {
        rmSync(join(folder, 'a'), { recursive: true })
        given('a/b/c.yaml', namespace('C'))
      },
    },
    {
      name: 'a folder of another place is moved to where one was',
      before: () => {
        given('a/c.yaml', namespace('c'))
        given('b/c.yaml', namespace('d'))
      },
      change: () => {
        renameSync(join(folder, 'a'), join(folder, 'old'))
        renameSync(join(folder, 'b'), join(folder, 'a'))
      },
    },
  ]

test.each(cases)('$name', async ({ before, change }) => {
  const memory: LintMemory = new Map()
  before()
  runLint((await watched.look()).files, memory)
  change()
  await untilTold()
  expect(await judged(memory)).toEqual(await judgedFresh())
  given('a/c.yaml', namespace('E'))
  await untilTold()
  expect(await judged(memory)).toEqual(await judgedFresh())
})

function given(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

test('Between two looks only what has changed is read, and all of it some time after', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'fitout-outside-'))
  try {
    for (const name of ['one.yaml', 'two.yaml']) writeFileSync(join(folder, name), 'n: 1\n')
    await watched.look()
    // Nobody is told of what is written by another name of the file.
    linkSync(join(folder, 'one.yaml'), join(outside, 'other'))
    await untilTold()
    await watched.look()
    writeFileSync(join(outside, 'other'), 'n: 2\n')
    writeFileSync(join(folder, 'two.yaml'), 'n: 2\n')
    await untilTold()
    const read = async () => [...(await watched.look()).files.texts.values()]
    expect(await read()).toEqual(['n: 1\n', 'n: 2\n'])
    await watched.changed(undefined)
    expect(await read()).toEqual(['n: 2\n', 'n: 2\n'])
  } finally {
    rmSync(outside, { recursive: true })
  }
})

test('More changes than the kernel keeps are all seen', async () => {
  given('a/one.yaml', 'n: 1\n')
  given('b/last.yaml', 'n: 1\n')
  await watched.look()
  const [one, other] = [join(folder, 'a/one.yaml'), join(folder, 'a/other.yaml')]
  // Linux keeps 16,384 events; each move is two.
  for (let index = 0; index < 9000; index++)
    renameSync(index % 2 === 0 ? one : other, index % 2 === 0 ? other : one)
  given('b/last.yaml', 'n: 2\n')
  await untilTold()
  expect((await watched.look()).files.texts.get('b/last.yaml')).toBe('n: 2\n')
})
