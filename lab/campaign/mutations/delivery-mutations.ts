import { chartMutations } from './chart-mutations.ts'
import { gitMutations } from './git-mutations.ts'
import { handOverMutations } from './hand-over-mutations.ts'
import type { MutationSource } from './mutation.ts'
import { packMutations } from './pack-mutations.ts'
import { planMutations } from './plan-mutations.ts'

/** What people do to packs, charts, Git, the Secret of Terraform, and the plan. */
export const deliveryMutations: MutationSource = base => [
  ...packMutations(base),
  ...chartMutations(base),
  ...gitMutations(base),
  ...handOverMutations(base),
  ...planMutations(base),
]
