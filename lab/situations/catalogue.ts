import { clusterSituations } from './cluster-situations.ts'
import { planSituations } from './plan-situations.ts'
import type { Situation } from './situation.ts'

/** Everything that goes wrong in the lab, and is told. */
export const catalogue: readonly Situation[] = [...clusterSituations, ...planSituations]
