import { accessSituations } from './access-situations.ts'
import { addOnSituations } from './add-on-situations.ts'
import { clusterSituations } from './cluster-situations.ts'
import { deliverySituations } from './delivery-situations.ts'
import { handOverSituations } from './hand-over-situations.ts'
import { planSituations } from './plan-situations.ts'
import { refusedSituations } from './refused-situations.ts'
import type { Situation } from './situation.ts'

/** Everything that goes wrong in the lab, and is told: from the Cluster to what runs on it. */
export const catalogue: readonly Situation[] = [
  ...clusterSituations,
  ...accessSituations,
  ...planSituations,
  ...handOverSituations,
  ...deliverySituations,
  ...refusedSituations,
  ...addOnSituations,
]
