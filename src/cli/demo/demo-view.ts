import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import type { Trouble } from '../../simulator/demo/demo-troubles.ts'

/** What the person at the terminal has chosen. */
export interface Choice {
  /** The cluster in front, by namespace and name; undefined until one is chosen. */
  readonly selected: string | undefined
  /** Whether it says why, in place of the fleet. */
  readonly showsWhy: boolean
  /** The clusters whose trouble was ended. */
  readonly fixed: readonly string[]
}

/** All that a frame shows. */
export interface DemoView {
  readonly snapshot: FleetSnapshot
  readonly troubles: readonly Pick<Trouble, 'cluster' | 'next' | 'done'>[]
  readonly choice: Choice
  /** How much virtual time has passed. */
  readonly elapsedMs: number
  readonly speed: number
}

/** Nothing chosen yet. */
export const noChoice: Choice = { selected: undefined, showsWhy: false, fixed: [] }

/** Whether there is nothing left to wait for. */
export function isOver({ clusters }: Pick<FleetSnapshot, 'clusters'>): boolean {
  return clusters.every(({ state }) => state === 'Ready')
}
