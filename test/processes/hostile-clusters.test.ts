import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleFitout } from '../../release/contents/bundle.ts'
import { ControllerProcess } from '../served-fleet/controller-process.ts'
import type { Hostility } from '../served-fleet/hostile-answers.ts'
import { type RemoteFleet, startServedFleet } from '../served-fleet/start-served-fleet.ts'

/** What the Deployment gives the controller. */
const LIMIT_BYTES = 512 * 1024 * 1024
const CLUSTERS = 95
const hostile: readonly Hostility[] = [
  'pages',
  'added',
  'flood',
  'everything',
  'everything',
  'black-hole',
  'drip',
]
/** For how long they continue; in `make soak` for longer. */
const MINUTES = process.env['FITOUT_SOAK'] ? 10 : 1
/** Only against what hangs: on a busy machine every gate takes its time. */
const HANGS_AFTER_MS = 10 * 60_000
const LOOK_MS = 100

let fleet: RemoteFleet
let folder: string
let command: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-bundle-'))
  command = await bundleFitout(folder)
  fleet = await startServedFleet({ clusters: CLUSTERS, isFittedOut: false, hostile })
})
afterAll(async () => {
  await fleet?.stop()
  await rm(folder, { recursive: true, force: true })
})

test(`a controller of ${CLUSTERS + hostile.length} clusters stays below its memory limit while ${hostile.length} of them do harm, and the others get Ready`, async () => {
  // The limit is the point, not the speed: what paces calls to the management cluster would only take time.
  const options = { command, ...fleet, memoryBytes: LIMIT_BYTES, flags: ['--qps=500'] }
  const controller = ControllerProcess.start(options)
  try {
    const startedAt = performance.now()
    let last = { progress: -1, at: startedAt }
    const over = await watched(controller, async () => {
      const now = performance.now()
      const { ready, gateMs } = await fleet.figures()
      const progress = ready + gateMs.length
      if (progress > last.progress) last = { progress, at: now }
      return (now - startedAt > MINUTES * 60_000 && ready === CLUSTERS) || now - last.at > HANGS_AFTER_MS
    })
    const { ready, gateMs, workloadWrites } = await fleet.figures()
    tell({ peak: over.peak, ready, gateMs, isLimitedByKernel: controller.isLimitedByKernel })
    expect({ end: over.end, kills: controller.kills, ready, workloadWrites }).toEqual({
      end: 'still running, below its limit',
      kills: 0,
      ready: CLUSTERS,
      workloadWrites: 0,
    })
  } finally {
    await controller.stop()
  }
})

/** Looks at the memory of a process until something holds. Ends it when it has too much, as the kernel would. */
async function watched(
  controller: ControllerProcess,
  isDone: () => Promise<boolean>,
): Promise<{ readonly end: string; readonly peak: number }> {
  let peak = 0
  for (let look = 0; ; look += 1) {
    if (controller.exit !== undefined) return { end: `ended by ${controller.exit}`, peak }
    peak = Math.max(peak, controller.memory().peak)
    if (peak > LIMIT_BYTES / 1e6) {
      controller.kill()
      return { end: `killed at ${Math.round(peak)} MB`, peak }
    }
    // Once a second: the fleet has other things to do.
    if (look % 10 === 0 && (await isDone())) return { end: 'still running, below its limit', peak }
    await sleep(LOOK_MS)
  }
}

interface Told {
  readonly peak: number
  readonly ready: number
  readonly gateMs: readonly number[]
  readonly isLimitedByKernel: boolean
}

function tell({ peak, ready, gateMs, isLimitedByKernel }: Told): void {
  const sorted = gateMs.toSorted((a, b) => a - b)
  const at = (part: number): string => `${Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)} ms`
  process.stdout.write(
    `hostile clusters: peak ${Math.round(peak)} MB (limit ${Math.round(LIMIT_BYTES / 1e6)} MB, ${isLimitedByKernel ? 'also in the kernel' : 'watched'}), ` +
      `${ready} of ${CLUSTERS} Ready, ${sorted.length} gates: median ${at(0.5)}, 99 of 100 within ${at(0.99)}\n`,
  )
}
