import { spawnSync } from 'node:child_process'
import { karpenterChart } from '../test/simulator/sample-packs.ts'
import { SimulatedFleet } from '../src/simulator/fleet/simulated-fleet.ts'
import { clusterNames, eightStepObjects } from '../test/served-fleet/eight-steps.ts'
import type { Figure } from './compare.ts'
import type { Subject } from './subject.ts'

const SIZES = [10, 100, 1000]
const WARM_UP = 5
const LIMIT_MS = 24 * 3_600_000

interface Converged {
  readonly wallMs: number
  /** Of the processor: what others do on the machine does not count. */
  readonly cpuMs: number
  readonly virtualMs: number
  /** Calls of the controller, what it is told by watches, and changes on all servers. */
  readonly events: number
  readonly peakMegabytes: number
}

/** How much a fleet of any size costs: each size in a process of its own. The ratio is that of the cost of one event. */
export const simulator: Subject = {
  name: 'simulator',
  summary:
    'a fleet of clusters with eight steps each, from nothing to ready in virtual time; ratio of the cost per event',
  measure: async () => figuresOf(SIZES.map(size => ({ size, ...convergedApart(size) }))),
}

function figuresOf(runs: readonly (Converged & { readonly size: number })[]): readonly Figure[] {
  const costs = runs.map(({ cpuMs, events }) => cpuMs / events)
  return runs.map(({ size, wallMs, events, peakMegabytes }, index) => ({
    name: `${size} clusters`,
    medianMs: wallMs,
    ratio: (costs[index] ?? 0) / (costs[0] ?? 1),
    perSecond: { amount: events / (wallMs / 1000), unit: 'events' },
    peakMegabytes,
  }))
}

function convergedApart(size: number): Converged {
  const { status, stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, String(size)], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`cannot measure ${size} clusters: ${stderr.trim().split('\n')[0]}`)
  return JSON.parse(stdout) as Converged
}

async function converge(size: number): Promise<Converged> {
  const fleet = new SimulatedFleet({ seed: 1, workload: { chartOf: karpenterChart }, keeps: () => false })
  for (const object of eightStepObjects(clusterNames(size))) fleet.put(object)
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  fleet.start()
  const isReady = await fleet.run(() => fleet.readyCount === size, LIMIT_MS)
  if (!isReady) throw new Error(`only ${fleet.readyCount} of ${size} clusters got ready`)
  const { user, system } = process.cpuUsage(cpu)
  const stores = [fleet.management, ...fleet.workloads.values()]
  return {
    wallMs: performance.now() - start,
    cpuMs: (user + system) / 1000,
    virtualMs: fleet.clock.elapsed(),
    events: fleet.history.count + stores.reduce((sum, { revision }) => sum + revision, 0),
    peakMegabytes: (process.resourceUsage().maxRSS * 1024) / 1e6,
  }
}

// Once before it counts: a process that has just begun is slow.
if (import.meta.main) {
  await converge(WARM_UP)
  process.stdout.write(`${JSON.stringify(await converge(Number(process.argv[2])))}\n`)
}
