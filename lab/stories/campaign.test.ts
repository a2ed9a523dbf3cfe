import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CampaignScene } from '../campaign/campaign-scene.ts'
import type { CaseResult } from '../campaign/case.ts'
import { wholeCases } from '../campaign/draw-cases.ts'
import { knownCase } from '../campaign/known-cases.ts'
import { lineOf, summarise } from '../campaign/report.ts'
import { pageOf } from '../campaign/report-page.ts'
import { runBatch } from '../campaign/run-batch.ts'
import { runCampaign } from '../campaign/run-campaign.ts'
import { drawingFor } from '../faults/draw.ts'

// In `make soak` by the seed that is printed; else ten that are always the same, so that nothing fails by chance.
const isSoak = process.env['FITOUT_SOAK'] !== undefined
const draw = drawingFor(process.env)
const count = Number(process.env['FITOUT_MUTATIONS'] ?? 300)
const clusters = Number(process.env['FITOUT_PLACES'] ?? (isSoak ? 2 : 1))
const folder = process.env['FITOUT_REPORTS'] ?? join('.lab', 'reports')
/** A Ready is believed for two minutes, and looked at twice a minute. */
const LONGEST_LIE_MS = 180_000

/** Base, and mutation; `*` is the name of the step. */
const known: readonly (readonly [base: string, mutation: string])[] = [
  ['web', 'Deployment web: spec.template.spec.containers.0.image = "registry.example.com/web:1.0.1"'],
  ['agent', 'Secret database: never delivered'],
  ['store', 'pack: a kind that nobody knows'],
  ['migrate', 'ConfigMap settings: never delivered'],
  ['tenant', 'Deployment shop: drop spec.template.spec.tolerations'],
  ['guard', 'add ValidatingAdmissionPolicy *-rule: Every Deployment needs the label team (Deployment)'],
  ['widget', 'ClusterResourceSet *: never delivered'],
  ['chart-http', 'HelmRelease web: spec.chart.spec.version = "9.x"'],
  ['git-apps', 'git: a kind that nobody knows'],
  ['values', 'Secret *-outputs: queue = null'],
]

let scene: CampaignScene
let results: readonly CaseResult[] = []

beforeAll(async () => {
  scene = await CampaignScene.start('campaign', clusters)
}, 300_000)

afterAll(async () => {
  for (const [key, value] of Object.entries(summarise(results))) say(`${key}: ${value}`)
  await scene?.stop()
})

test.runIf(isSoak)(
  'every base gets ready if nothing is broken',
  async () => {
    const whole = await runBatch(scene, wholeCases(scene.servers), result => say(lineOf(result)))
    expect(whole.filter(({ kind }) => kind !== 'harmless').map(lineOf)).toEqual([])
  },
  600_000,
)

test(
  'one thing is broken, and why is asked',
  async () => {
    say(`seed ${draw.seed}; FITOUT_SEED=${draw.seed} makes the same draw again`)
    results = isSoak
      ? await runCampaign({ scene, draw, count, batch: 28, say, keep })
      : await runBatch(scene, known.map(toCase), result => say(lineOf(result)))
    expect(results.filter(({ kind }) => kind === 'error').map(lineOf)).toEqual([])
  },
  4 * 3_600_000,
)

test('nothing is said to be Ready for long that is not', () => {
  const lying = results.filter(({ kind, lieMs }) => kind === 'lie' || lieMs > LONGEST_LIE_MS)
  expect(lying.map(lineOf)).toEqual([])
})

test('no sentence is false', () => {
  expect(results.flatMap(({ id, falsehoods }) => falsehoods.map(one => `${id}: ${one}`))).toEqual([])
})

test('no shown command fails because of what it names', () => {
  const failing = results.flatMap(({ commands }) => commands.filter(({ isMisnamed }) => isMisnamed))
  expect(failing).toEqual([])
})

test.skipIf(isSoak)('the cause is what was broken', () => {
  expect(results.filter(({ verdict }) => verdict !== 'right').map(lineOf)).toEqual([])
})

test.runIf(isSoak)('the cause is what was broken, or on the way to it', () => {
  const { told, right, near } = summarise(results)
  expect(right / told).toBeGreaterThanOrEqual(0.8)
  expect((right + near) / told).toBeGreaterThanOrEqual(0.97)
})

function toCase([base, mutation]: (typeof known)[number], index: number) {
  return knownCase(base, mutation, [`k${index + 1}`, scene.servers])
}

async function keep(all: readonly CaseResult[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const report = { seed: draw.seed, summary: summarise(all), results: all }
  await writeFile(join(folder, 'campaign.json'), JSON.stringify(report, undefined, 1))
  await writeFile(join(folder, 'campaign.md'), pageOf(all, draw.seed))
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`)
}
