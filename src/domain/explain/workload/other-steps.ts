import { nameVariables } from '../../hand-over/cluster-identity.ts'
import { resolveProof } from '../../proof/resolve/resolve-proof.ts'
import type { FitoutStep } from '../../api/schema/fitout-schema.ts'
import { type ExplainFacts, valueOf } from '../explain-facts.ts'
import { stepAsked } from '../stages/step-asked.ts'

/** Whether a namespace is one that proofs of other steps read, and that of the step that is asked about does not. */
export function isOfOtherStep(namespace: string, facts: ExplainFacts): boolean {
  const steps = valueOf(facts.fitout)?.spec.steps ?? []
  const own = stepAsked(facts)?.name
  const readers = steps.filter(step => namespacesOf(step, facts).includes(namespace))
  return readers.length > 0 && readers.every(({ name }) => name !== own)
}

function namespacesOf({ proof }: FitoutStep, { namespace, name }: ExplainFacts): readonly string[] {
  const variables = nameVariables({ namespace, name, uid: '' })
  const resolution = resolveProof(proof, { variables, path: [] })
  if (!resolution.ok) return []
  return resolution.proof.objects.flatMap(object =>
    object.on === 'Workload' && object.namespace !== undefined ? [object.namespace] : [],
  )
}
