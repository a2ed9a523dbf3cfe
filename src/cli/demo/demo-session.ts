import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import type { DemoFleet } from '../../simulator/demo/demo-fleet.ts'
import type { Key } from '../terminal/keys.ts'
import { actOnKey, type Effect } from './act-on-key.ts'
import { type Choice, type DemoView, noChoice } from './demo-view.ts'
import { watchFleet } from '../../fleet/read/watch-fleet.ts'

/** A demo and the person in front of it: keys go in, what there is to see comes out. */
export class DemoSession {
  readonly #demo: DemoFleet
  readonly #speed: number
  readonly #look: () => FleetSnapshot
  #choice: Choice = noChoice

  constructor(demo: DemoFleet, speed: number) {
    this.#demo = demo
    this.#speed = speed
    this.#look = watchFleet(demo.fleet)
  }

  /** What there is to see now. */
  view(): DemoView {
    const { fleet, troubles } = this.#demo
    const [snapshot, elapsedMs] = [this.#look(), fleet.clock.elapsed()]
    return { snapshot, troubles, choice: this.#choice, elapsedMs, speed: this.#speed }
  }

  /** Does what a key asks for. */
  press(key: Key): Effect {
    const { choice, effect } = actOnKey(key, this.view())
    this.#choice = choice
    if (effect.kind === 'fix')
      for (const { cluster, fix } of this.#demo.troubles) if (effect.clusters.includes(cluster)) fix()
    return effect
  }
}
