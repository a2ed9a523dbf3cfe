import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { loadAll } from 'js-yaml'
import { beforeAll, expect, test } from 'vitest'
import { encodeUtf8 } from '../../src/domain/bytes/utf8.ts'
import { fixAll } from '../../src/domain/lint/fix-all.ts'
import { filesOfExample } from '../../src/domain/lint/rule-page.ts'
import { ruleFamilies } from '../../src/domain/lint/rules/rule-families.ts'
import { runLint } from '../../src/domain/lint/run-lint.ts'
import { Renderer } from '../../src/domain/kustomize/renderer.ts'
import { readLintRepository } from '../../src/domain/lint/model/lint-repository.ts'
import { kustomizeSamples, type KustomizeSample } from '../../test/domain/kustomize-samples.ts'
import { buildTool } from '../programs/build-tool.ts'

const run = promisify(execFile)
let kustomize = ''
let flux = ''
// With an empty cache they are compiled for minutes.
beforeAll(async () => {
  kustomize = await buildTool('kustomize')
  flux = await buildTool('flux')
}, 1_800_000)

test.for(kustomizeSamples)('what is rendered is what kustomize builds: $name', async sample => {
  expect(byName(rendered(sample))).toEqual(byName(await built(sample)))
})

type Content = Readonly<Record<string, unknown>>

function rendered({ files, folder }: KustomizeSample): readonly Content[] {
  const texts = new Map(Object.entries(files).filter(([path]) => /\.ya?ml$/.test(path)))
  const repository = readLintRepository({ texts, paths: new Set(Object.keys(files)), isWhole: true })
  const bytesOf = (path: string) => (files[path] === undefined ? undefined : encodeUtf8(files[path]))
  return new Renderer(repository, bytesOf).folder(folder).objects.map(({ content }) => content)
}

async function built({ files, folder }: KustomizeSample): Promise<readonly Content[]> {
  return inFolder(Object.entries(files), home => kustomizeBuild(join(home, folder)))
}

async function kustomizeBuild(folder: string): Promise<readonly Content[]> {
  const { stdout } = await run(kustomize, ['build', folder], { maxBuffer: 16 * 1024 * 1024 })
  return loadAll(stdout) as Content[]
}

async function inFolder<Result>(
  files: Iterable<readonly [string, string]>,
  work: (home: string) => Promise<Result>,
): Promise<Result> {
  const home = await mkdtemp(join(tmpdir(), 'fitout-kustomize-'))
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(home, path)), { recursive: true })
      await writeFile(join(home, path), text)
    }
    return await work(home)
  } finally {
    await rm(home, { recursive: true })
  }
}

const fixable = ruleFamilies
  .flatMap(({ rules }) => rules)
  .map(({ code, bad }) => {
    const texts = new Map(Object.entries(filesOfExample(bad)))
    return { code, before: texts, fixed: fixAll({ texts, paths: new Set(texts.keys()), isWhole: true }) }
  })
  .filter(({ fixed }) => fixed.changes.length > 0)

test('There are rules with a fix', () => {
  expect(fixable.map(({ code }) => code).toSorted()).toEqual([
    'API_REMOVED',
    'GIT_URL_FORM',
    'HELM_REPOSITORY_TYPE',
    'INTERVAL_FORM',
    'NOT_A_STRING',
    'OCI_URL_FORM',
    'SECRET_TYPE_WRONG',
    'TARGET_PATH',
    'VARIABLE_UNSET',
  ])
})

test.for(fixable)('what --fix writes is built by kustomize and by flux: $code', async ({ fixed }) => {
  const { texts } = fixed.files
  expect(runLint(fixed.files).findings).toEqual([])
  const objects = [...texts.values()].flatMap(text => loadAll(text) as Content[])
  await inFolder(texts, async home => {
    // What flux does itself for a folder without a kustomization.yaml.
    await run(kustomize, ['create', '--autodetect', '--recursive'], { cwd: home })
    expect(byName(await kustomizeBuild(home))).toEqual(byName(objects))
    await rm(join(home, 'kustomization.yaml'))
    expect(Object.keys(byName(await fluxBuilt(home, objects))).toSorted()).toEqual(
      Object.keys(byName(objects)).toSorted(),
    )
  })
})

/** Built as Flux does, with the variables of the Kustomization in the folder, if there is one; one that nobody sets is an error. */
async function fluxBuilt(home: string, objects: readonly Content[]): Promise<readonly Content[]> {
  const own = objects.find(({ apiVersion }) => String(apiVersion).startsWith('kustomize.toolkit.fluxcd.io/'))
  const { postBuild } = (own?.['spec'] ?? {}) as { readonly postBuild?: object }
  const file = join(home, '.all.json')
  const sourceRef = { kind: 'GitRepository', name: 'flux-system' }
  const spec = { interval: '10m', path: './', prune: true, sourceRef, postBuild }
  const metadata = { name: 'all', namespace: 'flux-system' }
  const head = { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization' }
  await writeFile(file, JSON.stringify({ ...head, metadata, spec }))
  const words = ['build', 'kustomization', 'all', '--path', './', '--kustomization-file', file]
  const { stdout } = await run(flux, [...words, '--dry-run', '--strict-substitute', '--in-memory-build'], {
    cwd: home,
  })
  // It begins with an empty document.
  return (loadAll(stdout) as (Content | null)[]).filter(object => object !== null)
}

function byName(objects: readonly Content[]): Readonly<Record<string, Content>> {
  return Object.fromEntries(
    objects.map(object => {
      const { name, namespace = '' } = object['metadata'] as { name: string; namespace?: string }
      return [`${String(object['kind'])} ${namespace}/${name}`, object]
    }),
  )
}
