import type { RuleFamily } from '../rule.ts'
import { apiRules } from './api-rules.ts'
import { clusterRules } from './cluster-rules.ts'
import { deliveryRules } from './delivery-rules.ts'
import { dependsOnRules } from './depends-on-rules.ts'
import { fluxObjectRules } from './flux-object-rules.ts'
import { gateRules } from './gate-rules.ts'
import { karpenterRules } from './karpenter-rules.ts'
import { kustomizeRules } from './kustomize-rules.ts'
import { referenceRules } from './reference-rules.ts'
import { secretRules } from './secret-rules.ts'
import { selectorRules } from './selector-rules.ts'
import { substitutionRules } from './substitution-rules.ts'
import { valuesRules } from './values-rules.ts'
import { yamlRules } from './yaml-rules.ts'

/** All rules. The page of the reference has this order: from what cannot be read to what would not work. */
export const ruleFamilies: readonly RuleFamily[] = [
  yamlRules,
  kustomizeRules,
  deliveryRules,
  selectorRules,
  gateRules,
  referenceRules,
  dependsOnRules,
  clusterRules,
  substitutionRules,
  valuesRules,
  fluxObjectRules,
  apiRules,
  secretRules,
  karpenterRules,
]
