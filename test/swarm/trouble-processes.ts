import type { Trouble } from './scene.ts'

/** The controller dies where it stands. */
export const kill: Trouble = ({ fleet }) => {
  fleet.kill()
  return undefined
}

/** A second controller takes over while the first still thinks that it leads. */
export const secondLeader: Trouble = ({ fleet, retired }) => {
  const former = `fitout-${fleet.starts}`
  if (retired.has(former) || fleet.starts > 4) return undefined
  fleet.start()
  return () => retired.add(former)
}
