import { DemoSession } from '../../src/cli/demo/demo-session.ts'
import { isOver } from '../../src/cli/demo/demo-view.ts'
import { demoFrame } from '../../src/cli/demo/demo-frame.ts'
import { type Line, span } from '../../src/cli/terminal/line.ts'
import { demoFleet } from '../../src/simulator/demo/demo-fleet.ts'

/** A screen, and for how long it is shown. */
export interface Frame {
  readonly lines: readonly Line[]
  readonly milliseconds: number
  /** Whether it stands for all of them where nothing moves; the last one does if none is named. */
  readonly isStill?: boolean
}

/** How large the recorded screen is. */
export const recordedSize = { columns: 120, rows: 26 }

const theme = { hasColor: true, isUnicode: true }
const SPEED = 20
const FRAME_MS = 500
const PROMPT_MS = 1000
const LAST_MS = 3000

// The fleet, a cluster that is held, why, fixed, and all of them ready. Milliseconds of the recording.
const keys: readonly (readonly [number, string])[] = [
  [5500, 'end'],
  [6000, 'up'],
  [6500, 'up'],
  [7000, 'up'],
  [8000, 'w'],
  [10_500, '1'],
  [13_000, 'w'],
  [13_500, '2'],
  [14_000, '3'],
  [15_500, 'escape'],
]
const END_MS = 30_000
/** Where nothing moves, the trouble is shown, and what to do about it: the cluster that is held is in front. */
const STILL_MS = 7500

/** Plays the demo by a script and takes a picture twice a second. The same sources give the same frames. */
export async function recordDemo(): Promise<readonly Frame[]> {
  const demo = demoFleet({ clusters: 12, seed: 1 })
  const session = new DemoSession(demo, SPEED)
  const frames: Frame[] = [{ lines: [[span('$ fitout demo')]], milliseconds: PROMPT_MS }]
  for (let at = FRAME_MS; at <= END_MS; at += FRAME_MS) {
    await demo.fleet.clock.advance(FRAME_MS * SPEED)
    for (const [when, key] of keys) if (when === at) session.press(key)
    const view = session.view()
    const isLast = isOver(view.snapshot)
    const milliseconds = isLast ? LAST_MS : FRAME_MS
    frames.push({ lines: demoFrame(view, recordedSize, theme), milliseconds, isStill: at === STILL_MS })
    if (isLast) return frames
  }
  throw new Error(`cannot record the demo: not all clusters are Ready after ${END_MS} ms`)
}
