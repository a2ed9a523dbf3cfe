import type { Random } from '../../src/engine/clock.ts'
import { below, forkRandom } from '../../src/simulator/clock/seeded-random.ts'
import type { Scene, Trouble } from './scene.ts'
import * as election from './trouble-election.ts'
import * as inputs from './trouble-inputs.ts'
import * as people from './trouble-people.ts'
import * as processes from './trouble-processes.ts'
import { type TroubleName, troubleNames } from './trouble-names.ts'
import { addShard, relabel, removeShard } from './trouble-shards.ts'
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
}

const SHORTEST_MS = 4_000
const LONGEST_MS = 60_000

/** What is told of each trouble when it comes. */
export type TellTrouble = (name: TroubleName) => void

/**
 * Lets things happen to a fleet from time to time until it is healed. Gives the way to heal it.
 *
 * Each kind has its own numbers and its own times: leaving one out does not move the others.
 */
export function troubleFleet(
  scene: Scene,
  chosen: readonly TroubleName[],
  { random, tell }: { readonly random: Random; readonly tell: TellTrouble },
): () => void {
  const ends = new Set<() => void>()
  let isHealed = false
  const begin = (name: TroubleName, own: Random, everyMs: number): void => {
    if (isHealed) return
    const undo = troubles[name](scene, own)
    tell(name)
    if (undo) {
      const end = (): void => void (ends.delete(end) && undo())
      ends.add(end)
      scene.fleet.clock.after(below(own, LONGEST_MS), end)
    }
    scene.fleet.clock.after(below(own, everyMs), () => begin(name, own, everyMs))
  }
  for (const name of troubleNames) {
    const own = forkRandom(random)
    if (!chosen.includes(name)) continue
    const everyMs = SHORTEST_MS + below(own, LONGEST_MS)
    scene.fleet.clock.after(below(own, everyMs), () => begin(name, own, everyMs))
  }
  return () => {
    isHealed = true
    for (const end of [...ends].toReversed()) end()
  }
}
