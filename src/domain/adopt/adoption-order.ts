import { listFirst } from '../text/list-first.ts'
import type { AdoptedStep, AdoptionRefusal } from './adoption.ts'
import type { OtherManager } from './running-cluster.ts'
import type { ClusterPlan } from './cluster-plan.ts'

/** What the order of an adoption follows from. */
export interface OrderFacts {
  readonly steps: readonly AdoptedStep[]
  readonly refusals: readonly AdoptionRefusal[]
  readonly others: readonly OtherManager[]
  readonly plan: ClusterPlan
}

/** What to do, in this order, so that never two own the same release, and never nobody knows. */
export function adoptionOrder({ steps, refusals, others, plan }: OrderFacts): readonly string[] {
  if (!plan.inGit?.isInGit) return ['Put the Cluster into this repository.']
  const releases = steps.flatMap(step => step.releases)
  const ofTerraform = releases.filter(({ found }) => found?.by.tool === 'terraform')
  const names = listFirst(ofTerraform.map(({ namespace, name }) => `${namespace}/${name}`))
  const suspended = others.filter(({ isSuspended }) => !isSuspended).map(({ object }) => object)
  const fitted = steps.filter(({ name }) => name !== '').map(({ name }) => name)
  return [
    ...(refusals.length > 0 ? ['Fix what refuses the adoption, or let --write do it where it can.'] : []),
    ...(ofTerraform.length > 0
      ? [`Take ${names} out of Terraform's state, without destroying: fitout migrate terraform does it.`]
      : []),
    ...(suspended.length > 0
      ? [`Merge what suspends ${listFirst(suspended)}, and see that it is suspended.`]
      : []),
    'Merge the change of this repository.',
    `Wait for the proofs${fitted.length === 0 ? '' : ` (${fitted.join(', ')})`}: fitout wait ${plan.id}`,
    'Take away the guards and the kept values in commits of their own, one add-on at a time.',
  ]
}
