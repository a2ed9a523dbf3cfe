import { isThere } from '../cluster-state.ts'
import type { Scene } from '../scene.ts'
import { deleteCluster, deletePlan, setPaused } from '../hands.ts'

const READY_MS = 1_800_000
const MINUTE_MS = 60_000

/** What happens to one cluster after it was fitted out. Every write of the controller in it is a place to die at. */
export interface Story {
  readonly name: string
  /** How it begins, before the controller has done anything. */
  readonly before?: (scene: Scene) => void
  /** What follows when the cluster is ready. */
  readonly after?: (scene: Scene) => Promise<void>
}

/** All that Fitout does to a cluster, from its first gate to the last trace that it takes back. */
export const stories: readonly Story[] = [
  { name: 'fit out' },
  {
    name: 'pause',
    before: scene => {
      scene.fleet.clock.after(9_000, () => setPaused(scene, 'cluster-0', true))
      scene.fleet.clock.after(25_000, () => setPaused(scene, 'cluster-0', false))
    },
  },
  {
    name: 'edit',
    after: async scene => {
      scene.edit('inserted')
      await scene.fleet.clock.advance(MINUTE_MS / 4)
      scene.edit('shortened')
      await scene.fleet.clock.advance(MINUTE_MS / 2)
      scene.edit('base')
      await untilReady(scene)
    },
  },
  {
    name: 'another value',
    after: async scene => {
      scene.putValue('cluster-0', 2)
      await scene.fleet.clock.advance(MINUTE_MS)
    },
  },
  {
    name: 'create again',
    after: async scene => {
      deleteCluster(scene, 'cluster-0')
      await scene.fleet.clock.advance(MINUTE_MS / 4)
      await scene.fleet.run(() => isThere(scene.cluster('cluster-0')), READY_MS)
      await untilReady(scene)
    },
  },
  {
    name: 'let go and take again',
    after: async scene => {
      deletePlan(scene)
      await scene.fleet.clock.advance(MINUTE_MS / 2)
      scene.edit('base')
      await untilReady(scene)
    },
  },
]

/** Lets time pass until all is ready; returns whether it is. */
export function untilReady(scene: Scene): Promise<boolean> {
  return scene.fleet.run(() => scene.isReady(), READY_MS)
}
