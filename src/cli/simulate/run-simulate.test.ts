import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aFitout, aStep } from '#test/domain/sample-fitout.ts'
import { sampleRelease } from '#test/domain/sample-release.ts'
import { writeDocuments } from '../../domain/yaml/document/join-documents.ts'
import { fileOf, sampleFolder } from '#test/simulator/sample-files.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { PackScene } from '#test/cli/pack-scene.ts'
import { runCli } from '../run-cli.ts'

const golden = (name: string) => `../../../test/golden/cli/simulate-${name}.txt`
const root = join(import.meta.dirname, '../../..')

let scene: PackScene
beforeEach(async () => void (scene = await PackScene.open()))
afterEach(() => scene.close())

const fleet = fileOf('', sampleFolder).text
const api = fileOf('', [aFitout([aStep('api')])]).text

describe('The answer is', () => {
  const cases = [
    {
      name: 'a table of steps when all gets ready',
      line: 'simulate -f fleet --values outputs.yaml',
      want: 'ready',
    },
    { name: 'also a table of causes when something is stuck', line: 'simulate -f fleet', want: 'held' },
    {
      name: 'a comment for a merge request',
      line: 'simulate fleet --kubernetes 1.36 --values outputs.yaml -o md',
      want: 'md',
    },
    { name: 'a document for programs', line: 'simulate -f fleet --clusters 2 -o json', want: 'json' },
    {
      name: 'the same as YAML',
      line: 'simulate -f fleet --clusters 1 --values outputs.yaml -o yaml',
      want: 'yaml',
    },
    {
      name: 'about each of several Fitouts',
      line: 'simulate -f fleet -f api.yaml --clusters 1 --values outputs.yaml',
      want: 'two-fitouts',
    },
    { name: 'the same from standard input', line: 'simulate -f - --clusters 1', want: 'stdin' },
    { name: 'about trouble on the way', line: 'simulate -f api.yaml --faults some --seed 4', want: 'faults' },
  ]
  test.for(cases)('$name', async ({ line, want }) => {
    await scene.given({ 'fleet/all.yaml': fleet, 'outputs.yaml': 'queue: CANARY-4711\n', 'api.yaml': api })
    const answer = await scene.run(line, api)
    await expect(answer).toMatchFileSnapshot(golden(want))
    expect(answer).not.toContain('CANARY')
  })
})

/** A Fitout with these lines in its spec. */
function steps(...given: readonly string[]): string {
  return [
    'apiVersion: fitout.dev/v1alpha1',
    'kind: Fitout',
    'metadata: {name: a}',
    'spec:',
    ...given,
    '',
  ].join('\n')
}

describe('Bad input is named, with its place:', () => {
  const selector = '  clusterSelector: {matchLabels: {a: b}}'
  const cases: readonly {
    name: string
    files: Readonly<Record<string, string>>
    line?: string
    want: string
  }[] = [
    { name: 'no Fitout at all', files: { 'f/a.yaml': '# soon\n' }, want: 'error-no-fitout' },
    {
      name: 'several files that are no YAML',
      files: { 'f/a.yaml': 'a: [1\n', 'f/b.yaml': `${api}---\nkind: Pod\n  name: x\n` },
      want: 'error-yaml',
    },
    {
      name: 'two Fitouts for the same clusters',
      files: { 'f/a.yaml': api, 'f/b.yaml': api.replace('name: test\n', 'name: other\n') },
      want: 'error-selected-twice',
    },
    {
      name: 'a selector that no Cluster can satisfy',
      files: {
        'f/a.yaml': steps(
          '  clusterSelector:',
          '    matchLabels: {a: b}',
          '    matchExpressions: [{key: a, operator: NotIn, values: [b]}]',
          '  steps: [{name: api, proof: {preset: api}}]',
        ),
      },
      want: 'error-selector',
    },
    {
      name: 'steps that wait for each other',
      files: {
        'f/a.yaml': steps(
          selector,
          '  steps:',
          '    - {name: a, dependsOn: [b], proof: {preset: api}}',
          '    - {name: b, dependsOn: [a], proof: {preset: api}}',
        ),
      },
      want: 'error-cycle',
    },
    {
      name: 'fields that nobody reads',
      files: {
        'f/a.yaml': steps(
          selector,
          '  suspended: true',
          '  steps: [{name: a, proofs: {}, proof: {preset: api}}]',
        ),
      },
      want: 'error-unknown-field',
    },
    { name: 'the same object twice', files: { 'f/a.yaml': api, 'f/b.yaml': api }, want: 'error-duplicate' },
    {
      name: 'a name that no server takes',
      files: { 'f/a.yaml': `${api}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: Big_Name}\n` },
      want: 'error-refused',
    },
    {
      name: 'a manifest without a name in a pack',
      files: {
        'f/a.yaml': api,
        'f/pack.yaml': [
          'apiVersion: addons.cluster.x-k8s.io/v1beta2',
          'kind: ClusterResourceSet',
          'metadata: {name: a}',
          'spec: {clusterSelector: {matchLabels: {a: b}}, resources: [{kind: ConfigMap, name: a}]}',
          '---',
          'apiVersion: v1',
          'kind: ConfigMap',
          'metadata: {name: a}',
          'data:',
          '  a.yaml: "{apiVersion: v1, kind: ConfigMap, metadata: {generateName: a-}}"',
        ].join('\n'),
      },
      want: 'error-nameless',
    },
    { name: 'a folder that does not exist', files: {}, want: 'error-not-found' },
    { name: 'nothing to read', files: {}, line: 'simulate', want: 'error-no-source' },
    { name: 'an address', files: {}, line: 'simulate -f https://example.com/a.yaml', want: 'error-address' },
    {
      name: 'a number that is none',
      files: {},
      line: 'simulate -f f --clusters many',
      want: 'error-clusters',
    },
    {
      name: 'a version that is none',
      files: {},
      line: 'simulate -f f --kubernetes newest',
      want: 'error-kubernetes',
    },
    {
      name: 'values that are no mapping',
      files: { 'f/a.yaml': api, 'v.yaml': '- a\n' },
      line: 'simulate -f f --values v.yaml',
      want: 'error-values',
    },
    {
      name: 'values that are no YAML',
      files: { 'f/a.yaml': api, 'v.yaml': 'a: [1\n' },
      line: 'simulate -f f --values v.yaml',
      want: 'error-values-yaml',
    },
  ]
  test.for(cases)('$name', async ({ files, line = 'simulate -f f', want }) => {
    await scene.given(files)
    const answer = await scene.run(line)
    expect(answer).toMatch(/\(exit 2\)\n$/)
    await expect(answer).toMatchFileSnapshot(golden(want))
  })
})

describe('What Terraform gives out', () => {
  const cases = [
    { name: 'may be a mapping', given: 'queue: 7\n' },
    {
      name: 'may be what it prints as JSON',
      given: '{"queue": {"sensitive": false, "type": "string", "value": "q"}}',
    },
    { name: 'may be structured', given: 'queue: {name: q, size: 12345678901234567890}\n' },
  ]
  test.for(cases)('$name', async ({ given }) => {
    await scene.given({ 'fleet/all.yaml': fleet, 'outputs.yaml': given })
    expect(await scene.run('simulate -f fleet --clusters 1 --values outputs.yaml')).toMatch(/\(exit 0\)\n$/)
  })
})

test('Packs that Fitout has made are delivered', async () => {
  const proven = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'flux-system' } as const
  const fitout = aFitout([
    aStep('flux', {
      gate: { label: 'flux.fitout.dev/enabled' },
      resourceSets: ['flux'],
      proof: { objects: ['source-controller', 'kustomize-controller'].map(name => ({ ...proven, name })) },
    }),
  ])
  await scene.given({
    'install.yaml': writeDocuments(sampleRelease('install.yaml')),
    'infrastructure/fitout.yaml': fileOf('', [fitout]).text,
  })
  await scene.run(
    'pack flux install.yaml --version 2.9.4 --components source-controller,kustomize-controller',
  )
  await expect(await scene.run('simulate -f infrastructure')).toMatchFileSnapshot(golden('packed'))
})

describe('The samples of the API can be simulated:', () => {
  for (const [file, want] of [
    ['fitout-minimal', 'sample-minimal'],
    ['fitout-eks', 'sample-eks'],
  ] as const) {
    test(file, async () => {
      await scene.given({ 'a.yaml': readFileSync(join(root, `api/samples/${file}.yaml`), 'utf8') })
      await expect(await scene.run('simulate -f a.yaml --clusters 1')).toMatchFileSnapshot(golden(want))
    })
  }
})

test('The same seed gives the same answer', async () => {
  await scene.given({ 'fleet/all.yaml': fleet, 'outputs.yaml': 'queue: q\n' })
  const line = 'simulate -f fleet --clusters 2 --values outputs.yaml --faults many --seed 11 -o json'
  const first = await scene.run(line)
  expect(await scene.run(line)).toBe(first)
})

test('Whoever watches a long run hears how far it is', async () => {
  await scene.given({ 'api.yaml': api })
  const io = memoryIo({ cwd: scene.folder, isTerminal: true })
  expect(await runCli('simulate -f api.yaml --clusters 60'.split(' '), io)).toBe(0)
  const told = io
    .stderr()
    .split('\n')
    .filter(line => line.includes('clusters are Ready'))
  expect(told).toHaveLength(10)
  expect(told.at(-1)).toMatch(/^60 of 60 clusters are Ready after \d+s of virtual time$/)
})

test('Ctrl-C ends a long run at once', async () => {
  await scene.given({ 'fleet/all.yaml': fleet })
  const main = join(root, 'src/cli/main.ts')
  const child = spawn(process.execPath, [main, 'simulate', '-f', 'fleet', '--clusters', '1000'], {
    cwd: scene.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // The first note is said before the run begins.
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([null, 'SIGINT'])
})
