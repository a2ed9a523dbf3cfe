import { accessSituations } from './cluster/access-situations.ts'
import { addOnSituations } from './add-on/add-on-situations.ts'
import { clusterSituations } from './cluster/cluster-situations.ts'
import { deliverySituations } from './cluster/delivery-situations.ts'
import { handOverSituations } from './cluster/hand-over-situations.ts'
import { planSituations } from './cluster/plan-situations.ts'
import { refusedSituations } from './cluster/refused-situations.ts'
import type { Situation } from './situation.ts'

/** Everything that goes wrong in the lab, and is reported: from the Cluster to what runs on it. */
export const catalogue: readonly Situation[] = [
  ...clusterSituations,
  ...accessSituations,
  ...planSituations,
  ...handOverSituations,
  ...deliverySituations,
  ...refusedSituations,
  ...addOnSituations,
]
