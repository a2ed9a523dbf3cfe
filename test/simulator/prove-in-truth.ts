import type { FitoutStep } from '../../src/domain/api/schema/fitout-schema.ts'
import { nameVariables } from '../../src/domain/hand-over/cluster-identity.ts'
import { judgeProof } from '../../src/domain/proof/judge/judge-proof.ts'
import { queriesOf } from '../../src/domain/proof/read/queries-of.ts'
import type { Query, QueryAnswer } from '../../src/domain/proof/read/query.ts'
import { resolveProof } from '../../src/domain/proof/resolve/resolve-proof.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { resourceOf } from '../../src/simulator/kinds/kind-registry.ts'
import { matcherOf } from '../../src/simulator/store/selection.ts'
import type { Store } from '../../src/simulator/store/store.ts'

/** What a proof is judged on: the Cluster and both sides as they are, not as anybody has seen them. */
export interface Truth {
  readonly cluster: KubeObject
  readonly management: Store
  readonly workload: Store
}

/** Judges the proof of a step by the truth itself: gives undefined when it holds, or what is not so. */
export function proveInTruth(truth: Truth, step: FitoutStep): string | undefined {
  const { name, namespace = '', uid = '' } = truth.cluster.metadata
  const variables = nameVariables({ name, namespace, uid })
  const resolution = resolveProof(step.proof, { variables, path: [] })
  if (!resolution.ok) return 'its proof cannot be read'
  const { queries } = queriesOf([resolution.proof])
  const answers = new Map(queries.map(query => [query.key, answerTo(truth, query)]))
  const readyz = truth.workload.isReady
    ? ({ kind: 'ready' } as const)
    : ({ kind: 'not-ready', message: 'not ready' } as const)
  const { health, sentence } = judgeProof(resolution.proof, { answers, readyz })
  return health === 'Current' ? undefined : sentence
}

function answerTo({ management, workload, cluster }: Truth, query: Query): QueryAnswer {
  const store = query.on === 'Workload' ? workload : management
  const kind = store.kinds.named(query.apiVersion, query.kind)
  if (kind === undefined) return { kind: 'not-served' }
  const namespace = query.on === 'Workload' ? query.namespace : cluster.metadata.namespace
  const labels = query.select.by === 'labels' ? query.select.labels : ''
  const isNarrow = kind.scope === 'Namespaced' && namespace !== undefined
  const selection = { resource: resourceOf(kind), labels, ...(isNarrow ? { namespace } : {}) }
  const objects = store.snapshotAt(store.revision, kind).filter(matcherOf(selection, kind))
  return { kind: 'objects', objects, complete: true }
}
