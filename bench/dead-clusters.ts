import { spawnSync } from 'node:child_process'
import { karpenterChart } from '../test/simulator/sample-packs.ts'
import { sampleCluster, sampleConnection, sampleObjects } from '../test/simulator/sample-plan.ts'
import { SimulatedFleet } from '../src/simulator/fleet/simulated-fleet.ts'
import type { Figure } from './compare.ts'
import type { Subject } from './subject.ts'

/** How many clusters there are, how many of them stop to answer, and how many new ones come then. */
export interface DeadClusters {
  readonly clusters: number
  readonly dead: number
  readonly coming: number
}

const CLUSTERS = 1000
const COMING = 10
const DEAD = [0, 20, 100, 500]
/** By then everybody knows that they do not answer, and tries again and again. */
const DEAD_FOR_MS = 90_000
const LIMIT_MS = 3_600_000

/** Whether healthy clusters wait for dead ones: in virtual time, each in a process of its own. */
export const deadClusters: Subject = {
  name: 'dead clusters',
  summary: `ten new clusters from nothing to ready while so many of ${CLUSTERS} do not answer, in virtual time`,
  measure: async () => figuresOf(DEAD.map(dead => ({ dead, delayMs: delayApart(dead) }))),
}

function figuresOf(runs: readonly { readonly dead: number; readonly delayMs: number }[]): readonly Figure[] {
  const first = runs[0]?.delayMs ?? 1
  return runs.map(({ dead, delayMs }) => ({
    name: `${dead} dead`,
    medianMs: delayMs,
    ratio: delayMs / first,
  }))
}

function delayApart(dead: number): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, String(dead)], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`cannot measure ${dead} dead clusters: ${stderr.trim().split('\n')[0]}`)
  return Number(stdout)
}

/** How many milliseconds it takes until the last of the new clusters is ready while others do not answer. */
export async function delayBesideDead({ clusters, dead, coming }: DeadClusters): Promise<number> {
  const fleet = new SimulatedFleet({ seed: 1, workload: { chartOf: karpenterChart }, keeps: () => false })
  const names = namesOf('old', clusters)
  for (const object of sampleObjects(names)) fleet.put(object)
  fleet.start()
  await until(fleet, () => fleet.readyCount === clusters)
  for (const name of names.slice(0, dead)) fleet.links.get(`default/${name}`)?.set({ kind: 'silent' })
  await fleet.clock.advance(DEAD_FOR_MS)
  const startedAt = fleet.clock.elapsed()
  const newNames = namesOf('new', coming)
  for (const name of newNames) fleet.put(sampleCluster(name))
  for (const name of newNames) fleet.put(sampleConnection(name))
  await until(fleet, () => newNames.every(name => fleet.isReady(`default/${name}`)))
  return fleet.clock.elapsed() - startedAt
}

function namesOf(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
}

async function until(fleet: SimulatedFleet, isSo: () => boolean): Promise<void> {
  if (!(await fleet.run(isSo, LIMIT_MS))) throw new Error(`only ${fleet.readyCount} clusters got ready`)
}

if (import.meta.main) {
  const dead = Number(process.argv[2])
  process.stdout.write(String(await delayBesideDead({ clusters: CLUSTERS, dead, coming: COMING })))
}
