import { type FleetCluster, type FleetSnapshot, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { changeText, stepChanges } from '../../domain/fleet/step-changes.ts'
import { stepTone } from '../../domain/fleet/step-tone.ts'
import { needsAction } from '../../domain/fleet/sum-fleet.ts'
import type { StepStatus } from '../../domain/plan/step-status.ts'
import { stopwatchWords } from '../../domain/words/duration-words.ts'
import type { DemoFleet } from '../../simulator/demo/demo-fleet.ts'
import type { Trouble } from '../../simulator/demo/demo-troubles.ts'
import { type Line, span } from '../terminal/line.ts'
import { allReady } from './all-ready.ts'
import { isOver } from './demo-view.ts'
import { watchFleet } from '../../fleet/read/watch-fleet.ts'

/** For how long a trouble is there before it ends by itself: nobody is there to end it. */
const FIX_MS = 40_000

/**
 * Tells each change in a line, and ends each trouble after a while.
 *
 * It speaks at the very time of a change, however fast time passes: the same seed gives the same log.
 */
export class DemoLog {
  readonly #demo: DemoFleet
  readonly #print: (line: Line) => void
  readonly #look: () => FleetSnapshot
  readonly #told = new Map<string, FleetCluster>()
  readonly #fixed = new Set<Trouble>()
  #isAsked = false
  #isOver = false

  constructor(demo: DemoFleet, print: (line: Line) => void) {
    this.#demo = demo
    this.#print = print
    this.#look = watchFleet(demo.fleet)
    demo.fleet.management.attach({
      changed: ({ kind }) => void (kind === 'ClusterFitout' && this.#ask()),
      restored: () => this.#ask(),
    })
  }

  /** Whether all clusters are ready, and it was said. */
  get isOver(): boolean {
    return this.#isOver
  }

  // Not at once: a model may not do anything while a change is made.
  #ask(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    this.#demo.fleet.clock.after(0, () => this.#tell())
  }

  #tell(): void {
    this.#isAsked = false
    const snapshot = this.#look()
    for (const cluster of snapshot.clusters) this.#tellOf(cluster)
    if (this.#isOver || !isOver(snapshot)) return
    this.#isOver = true
    this.#say(span(allReady(snapshot.clusters.length, this.#demo.fleet.clock.elapsed()), 'ready'))
  }

  #tellOf(cluster: FleetCluster): void {
    const id = idOf(cluster)
    const before = this.#told.get(id)
    if (before === cluster) return
    this.#told.set(id, cluster)
    for (const line of tellChanges(before, cluster)) this.#say(...line)
    const trouble = this.#demo.troubles.find(one => one.cluster === id)
    if (trouble && needsAction(cluster) && !this.#fixed.has(trouble)) this.#fixLater(trouble)
  }

  #fixLater(trouble: Trouble): void {
    this.#fixed.add(trouble)
    this.#demo.fleet.clock.after(FIX_MS, () => {
      trouble.fix()
      this.#say(span(`${trouble.cluster}  `), span('fixed:', 'strong'), span(` ${trouble.done}`))
    })
  }

  #say(...what: Line): void {
    this.#print(logLine(this.#demo.fleet.clock.elapsed(), what))
  }
}

/** One line for each step that became another, and one for a cluster that is Ready now. */
function tellChanges(before: FleetCluster | undefined, after: FleetCluster): readonly Line[] {
  const lines = stepChanges(before, after).map(step => stepLine(after, step))
  if (after.state !== 'Ready' || before?.state === 'Ready') return lines
  return [...lines, [span(`${idOf(after)}  `), span('Ready', 'ready')]]
}

/** A line of the log: when, then what. */
function logLine(elapsedMs: number, what: Line): Line {
  return [span(`${stopwatchWords(elapsedMs)}  `, 'faint'), ...what]
}

function stepLine(cluster: FleetCluster, step: StepStatus): Line {
  return [
    span(`${idOf(cluster)}  ${step.name}  `),
    span(step.state, stepTone(step, cluster)),
    span(`  ${changeText(step)}`),
  ]
}
