import { pick } from '../../src/simulator/clock/seeded-random.ts'
import type { Trouble } from './scene.ts'

/** A leader is stopped where it stands, as by SIGSTOP, and wakes up later: it may still think that it leads. */
export const freezeLeader: Trouble = ({ fleet }, random) => {
  const actor = pick(
    random,
    fleet.processes.filter(({ isLeading }) => isLeading),
  )?.actor
  if (actor === undefined || actor.isFrozen) return undefined
  actor.freeze()
  return () => actor.thaw()
}

/** A leader cannot renew its Lease, though all its other calls go well. */
export const loseLease: Trouble = ({ fleet, leaseless }, random) => {
  const leader = pick(
    random,
    fleet.processes.filter(({ isLeading }) => isLeading),
  )?.actor.name
  if (leader === undefined) return undefined
  leaseless.add(leader)
  return () => leaseless.delete(leader)
}
