import { clusterSituations } from './cluster-situations.ts'
import { deliverySituations } from './delivery-situations.ts'
import { fluxApplySituations } from './flux-apply-situations.ts'
import { fluxFetchSituations } from './flux-fetch-situations.ts'
import { fluxSituations } from './flux-situations.ts'
import { helmSituations } from './helm-situations.ts'
import { karpenterSituations } from './karpenter-situations.ts'
import { missingSituations } from './missing-situations.ts'
import { nodeSituations } from './node-situations.ts'
import { planSituations } from './plan-situations.ts'
import { podSituations } from './pod-situations.ts'
import { refusalSituations } from './refusal-situations.ts'
import type { Situation } from './situation.ts'
import { stoppedSituations } from './stopped-situations.ts'

/** Every situation that explaining is known to explain. The first with a reason is the example on its page. */
export const situations: readonly Situation[] = [
  ...clusterSituations,
  ...planSituations,
  ...deliverySituations,
  ...fluxSituations,
  ...fluxFetchSituations,
  ...fluxApplySituations,
  ...helmSituations,
  ...missingSituations,
  ...podSituations,
  ...refusalSituations,
  ...stoppedSituations,
  ...nodeSituations,
  ...karpenterSituations,
]
