import { setTimeout as sleep } from 'node:timers/promises'
import { ControllerProcess } from '../test/served-fleet/controller-process.ts'
import { type RemoteFleet, startServedFleet } from '../test/served-fleet/start-served-fleet.ts'
import type { Figure } from './compare.ts'
import { fitout } from './run-node.ts'
import type { Subject } from './subject.ts'

const CLUSTERS = 1000
/** What the guide tells to give a controller of so many clusters. */
const BYTES_PER_CLUSTER = 768 * 1024
const SETTLE_MS = 60_000
const REST_MS = 60_000
const KNOWN_WITHIN_MS = 20 * 60_000

/** The bundled controller in a process of its own, against API servers in another one. */
export const scale: Subject = {
  name: 'scale',
  summary: `the controller of ${CLUSTERS} clusters with eight steps each, over HTTPS: from its start until all are known, and at rest; node bench/scale.ts 3000 for more`,
  measure: async () => measureAt(CLUSTERS),
}

async function measureAt(clusters: number): Promise<readonly Figure[]> {
  const fleet = await startServedFleet({ clusters, isFittedOut: true })
  const memoryBytes = clusters * BYTES_PER_CLUSTER
  const controller = ControllerProcess.start({ command: fitout, ...fleet, memoryBytes })
  try {
    const knownMs = await untilKnown(controller, clusters)
    const started = controller.memory()
    await sleep(SETTLE_MS)
    const rest = await restOf(controller, fleet)
    const { now, peak } = controller.memory()
    const { watches } = await fleet.figures()
    return [
      { name: `${clusters} clusters known`, medianMs: knownMs, ratio: 1, peakMegabytes: started.peak },
      {
        name: `at rest, CPU in a second (${watches} watches, ${rest.reads.toFixed(0)} reads a second)`,
        medianMs: rest.cpuMs,
        ratio: rest.cpuMs / 1000,
        peakMegabytes: now,
      },
      {
        name: `at rest, writes in a minute, and the peak since`,
        medianMs: rest.writes,
        ratio: 0,
        peakMegabytes: peak,
      },
    ]
  } finally {
    await controller.stop()
    await fleet.stop()
  }
}

/** Waits until every cluster was read and nothing is left to look at; returns how many milliseconds that took. */
async function untilKnown(controller: ControllerProcess, clusters: number): Promise<number> {
  const start = performance.now()
  for (;;) {
    await sleep(500)
    if (controller.exit !== undefined)
      throw new Error(`cannot measure: the controller ended by ${controller.exit}`)
    if (performance.now() - start > KNOWN_WITHIN_MS)
      throw new Error('cannot measure: not all clusters got known')
    const read = await controller.metric('fitout_workload_connections', { state: 'read' })
    const queued = await controller.metric('fitout_queue_keys', { controller: 'cluster', state: 'ready' })
    const running = await controller.metric('fitout_queue_keys', { controller: 'cluster', state: 'running' })
    if (read === clusters && queued === 0 && running === 0) return performance.now() - start
  }
}

interface Rest {
  /** Of a processor, in a second. */
  readonly cpuMs: number
  readonly writes: number
  /** Of all servers, in a second. */
  readonly reads: number
}

async function restOf(controller: ControllerProcess, fleet: RemoteFleet): Promise<Rest> {
  const [cpu, before] = [controller.cpuSeconds(), await fleet.figures()]
  await sleep(REST_MS)
  const after = await fleet.figures()
  return {
    cpuMs: ((controller.cpuSeconds() - cpu) * 1e6) / REST_MS,
    writes: after.writes + after.workloadWrites - before.writes - before.workloadWrites,
    reads: ((after.reads - before.reads) * 1000) / REST_MS,
  }
}

if (import.meta.main) {
  const figures = await measureAt(Number(process.argv[2] ?? CLUSTERS))
  process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`)
}
