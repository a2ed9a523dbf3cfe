import { admissionSituations } from './admission-situations.ts'
import { fluxSituations } from './flux-situations.ts'
import { helmSituations } from './helm-situations.ts'
import { karpenterSituations } from './karpenter-situations.ts'
import { kustomizationSituations } from './kustomization-situations.ts'
import { nodeSituations } from './node-situations.ts'
import { podSituations } from './pod-situations.ts'
import type { Situation } from '../situation.ts'

/** What goes wrong on workload clusters: Flux, pods and nodes, Karpenter. */
export const addOnSituations: readonly Situation[] = [
  ...fluxSituations,
  ...helmSituations,
  ...kustomizationSituations,
  ...podSituations,
  ...admissionSituations,
  ...nodeSituations,
  ...karpenterSituations,
]
