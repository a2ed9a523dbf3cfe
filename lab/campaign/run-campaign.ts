import type { Draw } from '../faults/draw.ts'
import type { CampaignScene } from './campaign-scene.ts'
import type { Case, CaseResult } from './case.ts'
import { clusterCase, drawCases } from './draw-cases.ts'
import { clusterMutations } from './mutations/cluster-mutations.ts'
import { lineOf } from './report.ts'
import { runBatch } from './run-batch.ts'
import type { Place } from '../situations/place.ts'

interface Campaign {
  readonly scene: CampaignScene
  readonly draw: Draw
  /** How many mutations are drawn. */
  readonly count: number
  /** How many of them are steps of one cluster at the same time. */
  readonly batch: number
  /** A line for each mutation, as it happens. */
  readonly say: (line: string) => void
  /** All results so far, after every batch. */
  readonly keep?: (results: readonly CaseResult[]) => Promise<void>
}

// One in twenty breaks a whole cluster.
const CLUSTER_SHARE = 20

/** Draws mutations and runs them all: in batches side by side, those that break a whole cluster alone on one, and what all clusters need at the end. */
export async function runCampaign(campaign: Campaign): Promise<readonly CaseResult[]> {
  const { scene, draw, count, batch, say, keep } = campaign
  const results: CaseResult[] = []
  const run = async (given: Parameters<typeof runBatch>[1]) => {
    const startedAt = performance.now()
    const ended = await runBatch(scene, given, result => say(lineOf(result)))
    results.push(...ended)
    say(`${ended.length} mutations in ${Math.round((performance.now() - startedAt) / 1000)} s`)
    await keep?.(results)
  }
  const broken = draw.some(clusterMutations, Math.round(count / CLUSTER_SHARE))
  const alone = broken.map(
    (one, index) =>
      [one, (place: Place) => [clusterCase(one, place, [`c${index + 1}`, scene.servers])]] as const,
  )
  const batches = batchesOf(drawCases(draw, count - broken.length, scene.servers), batch)
  const ownCluster = alone.filter(([one]) => one.isForAll !== true)
  await Promise.all([...batches, ...ownCluster.map(([, make]) => make)].map(run))
  for (const [one, make] of alone) if (one.isForAll === true) await run(make)
  return results
}

function batchesOf(cases: readonly Case[], size: number): readonly (readonly Case[])[] {
  return Array.from({ length: Math.ceil(cases.length / size) }, (_, index) =>
    cases.slice(index * size, (index + 1) * size),
  )
}
