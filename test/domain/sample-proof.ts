import { judgeProof } from '../../src/domain/proof/judge/judge-proof.ts'
import type { ProvenObject } from '../../src/domain/proof/presets/preset.ts'
import type { ProofReading, QueryAnswer } from '../../src/domain/proof/read/query.ts'
import { formatProofProblem } from '../../src/domain/proof/resolve/proof-problem.ts'
import { resolveProof, type ProofSpec } from '../../src/domain/proof/resolve/resolve-proof.ts'
import type { ResolvedProof } from '../../src/domain/proof/resolve/resolved-proof.ts'

/** The cluster of the tests of proofs. */
export const blue = { CLUSTER_NAME: 'blue', CLUSTER_NAMESPACE: 'fleet' } as const

/** The place of a proof in a Fitout, for its third step. */
export const thirdStep = ['spec', 'steps', 2, 'proof'] as const

/** Builds a proof that can be judged; throws if the test wrote one that cannot be. */
export function aProof(proof: Partial<ProofSpec>): ResolvedProof {
  const result = resolveProof({ stableFor: '0s', ...proof }, { variables: blue, path: thirdStep })
  if (result.ok) return result.proof
  throw new Error(result.problems.map(formatProofProblem).join('; '))
}

/** Builds an object of a proof: a Deployment of Flux by default. */
export function asked(object: Partial<ProvenObject> = {}): ProvenObject {
  const { selector } = object
  const name = selector === undefined ? { name: 'helm-controller' } : {}
  return {
    cluster: 'Workload',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    namespace: 'flux-system',
    ...name,
    ...object,
  }
}

/** Builds a Deployment that is well, as a list gives it: without its kind. */
export function aDeployment(
  name = 'helm-controller',
  { spec = {}, status = {}, metadata = {} } = {},
): object {
  return {
    metadata: { name, namespace: 'flux-system', generation: 1, ...metadata },
    spec: { replicas: 1, ...spec },
    status: {
      observedGeneration: 1,
      replicas: 1,
      updatedReplicas: 1,
      readyReplicas: 1,
      availableReplicas: 1,
      conditions: [{ type: 'Available', status: 'True' }],
      ...status,
    },
  }
}

/** A complete answer. */
export function found(...objects: readonly unknown[]): QueryAnswer {
  return { kind: 'objects', objects, complete: true }
}

/** Answers every question of a proof in the same way. */
export function answeredBy(proof: ResolvedProof, answer: QueryAnswer): ProofReading {
  return {
    answers: new Map(proof.objects.map(({ query }) => [query.key, answer])),
    readyz: { kind: 'ready' },
  }
}

/** A custom resource that a proof may ask for. */
export const thing = { cluster: 'Workload', apiVersion: 'example.com/v1', kind: 'Thing', name: 'x' } as const

/** The answer with that resource in it. */
export function aThing(more: object): QueryAnswer {
  return found({ metadata: { name: 'x', generation: 2 }, ...more })
}

/** Judges one object: the verdict, then health and message of the first evidence, then the sentence. */
export function judgeOne(object: ProvenObject, answer: QueryAnswer): readonly unknown[] {
  const proof = aProof({ objects: [object] })
  const { health, evidence, sentence } = judgeProof(proof, answeredBy(proof, answer))
  return [health, evidence[0]?.health, evidence[0]?.message, sentence]
}
