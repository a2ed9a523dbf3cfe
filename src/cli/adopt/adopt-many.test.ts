import { afterAll, beforeAll, expect, test } from 'vitest'
import { AdoptScene } from '#test/cli/adopt-scene.ts'
import { readDocuments } from '../../domain/yaml/document/read-documents.ts'
import { partOf } from '../../domain/object/fields.ts'

const FOLDER = 'infrastructure/control-plane-cluster/capi/dev'
const withoutLabels = (text: string) => text.replace(/ {2}labels:\n(?: {4}.*\n)+/, '')

// Both Clusters in one file, as people write them, without the labels of a Fitout.
let scene: AdoptScene
beforeAll(async () => {
  scene = await AdoptScene.open(['dev/blue', 'dev/early', 'prod/green'])
  const { repository } = scene
  const [blue, early, list] = await Promise.all([
    repository.read(`${FOLDER}/blue/cluster.yaml`),
    repository.read(`${FOLDER}/early/cluster.yaml`),
    repository.read(`${FOLDER}/early/kustomization.yaml`),
  ])
  await repository.given({
    [`${FOLDER}/blue/cluster.yaml`]: `${withoutLabels(blue)}---\n${withoutLabels(early)}`,
    [`${FOLDER}/early/kustomization.yaml`]: list.replace('- cluster.yaml\n', ''),
  })
})
afterAll(async () => scene.close())

async function labelsInGit(): Promise<Readonly<Record<string, unknown>>> {
  const text = await scene.repository.read(`${FOLDER}/blue/cluster.yaml`)
  const clusters = readDocuments(text).map(({ value }) => partOf(value, 'metadata'))
  return Object.fromEntries(clusters.map(metadata => [String(metadata['name']), metadata['labels']]))
}

test('Two clusters in one file are both written, and both taken back', async () => {
  const before = await scene.repository.files()
  const said = await scene.adopt('dev/blue dev/early', { write: true, output: 'table' })
  expect(said).toContain('try: fitout adopt dev/blue dev/early --undo')
  expect(await labelsInGit()).toEqual({
    blue: { 'fitout.dev/profile': 'default', 'sync.fitout.dev/cluster': 'blue' },
    early: { 'fitout.dev/profile': 'default', 'sync.fitout.dev/cluster': 'early' },
  })
  expect(await scene.adopt('dev/blue dev/early', { undo: true })).toContain('(exit 0)')
  expect(await scene.repository.files()).toEqual(before)
})

test('A cluster that is named twice is one cluster', async () => {
  expect(await scene.adopt('blue dev/blue')).toMatch(/^dev\/blue /)
})

test('One kubeconfig is not for several clusters', async () => {
  const said = await scene.adopt('', { 'all-namespaces': true, 'workload-context': 'blue' })
  expect(said).toBe('error: --workload-context leads to one cluster, and 3 are named\n')
})
