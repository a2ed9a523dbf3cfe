import type { Random } from '../../src/engine/clock.ts'
import { below, forkRandom } from '../../src/simulator/clock/seeded-random.ts'
import type { Scene, Trouble } from './scene.ts'
import * as election from './trouble-election.ts'
import type { Duration } from './recipe.ts'
import * as inputs from './trouble-inputs.ts'
import * as moves from './trouble-moves.ts'
import * as people from './trouble-people.ts'
import * as processes from './trouble-processes.ts'
import { type TroubleName, troubleNames } from './trouble-names.ts'
import { addShard, relabel, removeShard } from './trouble-shards.ts'
import * as walls from './trouble-walls.ts'
import * as ways from './trouble-ways.ts'
import * as workloads from './trouble-workloads.ts'

const troubles: Readonly<Record<TroubleName, Trouble>> = {
  ...ways,
  ...processes,
  ...people,
  ...inputs,
  ...workloads,
  ...election,
  addShard,
  relabel,
  removeShard,
  ...moves,
  ...walls,
}

/** How long each trouble lasts, and how often one of its kind comes at most. */
const times = {
  short: { leastMs: 0, spanMs: 60_000, pauseMs: 4_000 },
  long: { leastMs: 180_000, spanMs: 420_000, pauseMs: 120_000 },
} as const

/** What is told of each trouble when it comes. */
type TellTrouble = (name: TroubleName) => void

interface Telling {
  readonly random: Random
  readonly tell: TellTrouble
  readonly duration: Duration
}

/**
 * Lets things happen to a fleet from time to time until it is healed. Gives the way to heal it.
 *
 * Each kind has its own numbers and its own times: leaving one out does not move the others.
 */
export function troubleFleet(
  scene: Scene,
  chosen: readonly TroubleName[],
  { random, tell, duration }: Telling,
): () => void {
  const ends = new Set<() => void>()
  const { leastMs, spanMs, pauseMs } = times[duration]
  let isHealed = false
  const begin = (name: TroubleName, own: Random, everyMs: number): void => {
    if (isHealed) return
    const undo = troubles[name](scene, own)
    tell(name)
    if (undo) {
      const end = (): void => void (ends.delete(end) && undo())
      ends.add(end)
      scene.fleet.clock.after(leastMs + below(own, spanMs), end)
    }
    scene.fleet.clock.after(below(own, everyMs), () => begin(name, own, everyMs))
  }
  for (const name of troubleNames) {
    const own = forkRandom(random)
    if (!chosen.includes(name)) continue
    const everyMs = pauseMs + below(own, spanMs)
    scene.fleet.clock.after(below(own, firstMs(duration, everyMs)), () => begin(name, own, everyMs))
  }
  return () => {
    isHealed = true
    for (const end of [...ends].toReversed()) end()
  }
}

// What is to last must begin soon.
function firstMs(duration: Duration, everyMs: number): number {
  return duration === 'long' ? times.short.spanMs : everyMs
}
