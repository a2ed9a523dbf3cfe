import { writeFile } from 'node:fs/promises'
import { drawing } from '../faults/draw.ts'
import { CampaignScene } from './campaign-scene.ts'
import type { Case, CaseResult } from './case.ts'
import { countMutations, drawCases, wholeCases } from './draw-cases.ts'
import { lineOf, summarise } from './report.ts'
import { pageOf } from './report-page.ts'
import { runBatch } from './run-batch.ts'

const draw = drawing(process.env['FITOUT_SEED'])
const count = Number(process.env['FITOUT_MUTATIONS'] ?? 300)
const clusters = Number(process.env['FITOUT_CLUSTERS'] ?? 2)
const size = Number(process.env['FITOUT_BATCH'] ?? 26)
const file = process.env['FITOUT_REPORT'] ?? 'campaign.json'

const results: CaseResult[] = []
const scene = await CampaignScene.start('campaign', clusters)
try {
  say(`seed ${draw.seed}; ${countMutations(scene.servers)} mutations to draw from`)
  const cases = count === 0 ? wholeCases(scene.servers) : drawCases(draw, count, scene.servers)
  await Promise.all(batchesOf(cases).map(run))
} finally {
  await scene.stop()
}
for (const [key, value] of Object.entries(summarise(results))) say(`${key}: ${value}`)

async function run(batch: readonly Case[]): Promise<void> {
  const startedAt = performance.now()
  await runBatch(scene, batch, result => {
    results.push(result)
    say(lineOf(result))
  }).catch((error: unknown) => say(`cannot run a batch: ${String(error)}`))
  say(`batch of ${batch.length} in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  await writeFile(
    file,
    JSON.stringify({ seed: draw.seed, summary: summarise(results), results }, undefined, 1),
  )
  await writeFile(file.replace(/\.json$/, '.md'), pageOf(results, draw.seed))
}

function batchesOf(cases: readonly Case[]): readonly (readonly Case[])[] {
  return Array.from({ length: Math.ceil(cases.length / size) }, (_, index) =>
    cases.slice(index * size, (index + 1) * size),
  )
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
