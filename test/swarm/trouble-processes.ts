import type { Trouble } from './scene.ts'

/** One start is like another, and a fleet that is read again all the time comes to nothing else. */
const MOST_STARTS = 3

/** The controller dies where it stands. */
export const kill: Trouble = ({ fleet }) => {
  if (fleet.starts < MOST_STARTS + fleet.processes.length) fleet.kill()
  return undefined
}

/** A second controller takes over while the first still thinks that it leads. */
export const secondLeader: Trouble = ({ fleet, retired }) => {
  const former = `fitout-${fleet.starts}`
  // Where there is an election, nobody leads without it.
  if (retired.has(former) || fleet.starts >= MOST_STARTS || fleet.processes.length > 0) return undefined
  fleet.start()
  return () => retired.add(former)
}
