import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { explain } from '../../domain/explain/explain.ts'
import { type ExplainFacts, type Fact, unread } from '../../domain/explain/explain-facts.ts'
import type { ClusterFacts, ExplainedCause } from '../../domain/plan/cluster-facts.ts'
import type { Decision } from '../../domain/plan/decide.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import type { Query, QueryAnswer } from '../../domain/proof/read/query.ts'
import type { ResourceSetVerdict } from '../../domain/resource-set/judge-resource-set.ts'
import { apiVersionOf, type Call } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Management } from '../management/management.ts'
import { resources } from '../world/resources.ts'
import type { WorkloadView } from '../views/workload-view.ts'
import { gatherFacts } from '../world/gatherer.ts'

/** How long a step may be in progress before its cause is looked for. */
const PATIENT_MS = 30_000
/** So long an answer stands before it is looked for again. */
const STANDS_MS = 30_000

/** What explaining looks at: a decision, and the cluster that it is about. */
export interface CauseInput {
  readonly cluster: KubeObject
  readonly facts: ClusterFacts
  readonly status: Decision['status']
  /** Undefined when the cluster cannot be read. */
  readonly view: WorkloadView | undefined
  /** What is followed on the management cluster anyway. */
  readonly management: Pick<Management, 'resourceSet'>
  readonly call: Call
}

interface Answer {
  readonly at: number
  readonly explained: ExplainedCause
}

/** Looks for what lies behind a cause, on the cluster itself, and remembers it for a while. */
export class CauseExplainer {
  readonly #elapsed: () => number
  readonly #answers = new Map<string, Answer>()

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  /** The deepest cause that can be proven, or the words that no rule knows; undefined for what has just begun. */
  async explain(request: CauseInput): Promise<ExplainedCause | undefined> {
    const { facts, status } = request
    const { cause, state } = status
    // Of a cluster that cannot be read, or is left alone, nothing lies deeper than that.
    if (!cause || cause.step === undefined || state === 'Ready') return undefined
    const isYoung = facts.now - (readInstant(cause.since) ?? facts.now) < PATIENT_MS
    if (cause.actor === 'Nobody' && isYoung) return undefined
    const key = qualifiedName(facts.cluster)
    const known = this.#answers.get(key)
    const isAbout = known?.explained.step === cause.step && known?.explained.of === cause.reason
    if (known && isAbout && this.#elapsed() - known.at < STANDS_MS) return known.explained
    const why = explain(
      await gatherFacts({
        start: async () => firstFacts(request),
        read: query => answerTo(request, query),
      }),
    )
    const isDeeper = why.reason !== 'NotExplained' && why.reason !== 'Ready'
    const [next] = why.next
    const explained: ExplainedCause = {
      step: cause.step,
      of: cause.reason,
      reason: isDeeper ? why.reason : cause.reason,
      // What no rule knows is quoted, and tells more than what the step says of itself.
      message: why.reason === 'Ready' ? cause.message : why.sentence,
      actor: isDeeper ? why.actor : (cause.actor ?? 'Operator'),
      next: next?.command === undefined ? next?.text : `${next.text}: ${next.command}`,
    }
    this.#answers.set(key, { at: this.#elapsed(), explained })
    return explained
  }

  forget(key: string): void {
    this.#answers.delete(key)
  }
}

async function answerTo({ view, management, call }: CauseInput, query: Query): Promise<QueryAnswer> {
  if (query.on === 'Management') return followedAnswer(management, query)
  if (!view) return { kind: 'unread', reason: 'Not read' }
  return view.read(query, { ...call, fresh: true })
}

// On the management cluster the controller may read what its plan needs, and no more: of that, what a set says of itself.
function followedAnswer({ resourceSet }: CauseInput['management'], query: Query): QueryAnswer {
  const { apiVersion, kind, namespace, select } = query
  const isSet = apiVersion === apiVersionOf(resources.resourceSet) && kind === resources.resourceSet.kind
  if (!isSet || select.by !== 'names') return { kind: 'unread', reason: 'Not read' }
  const objects = select.names.flatMap(name => resourceSet.get(`${namespace ?? ''}/${name}`) ?? [])
  return { kind: 'objects', objects, complete: true }
}

function firstFacts({ cluster, facts, status }: CauseInput): ExplainFacts {
  const { namespace, name } = facts.cluster
  return {
    now: facts.now,
    namespace,
    name,
    step: status.cause?.step,
    cluster: { kind: 'read', value: cluster },
    fitout: { kind: 'read', value: facts.fitout },
    status: { kind: 'read', value: status },
    view: { kind: 'read', value: facts.view },
    kubeconfig: unread,
    steps: facts.steps,
    resourceSets: verdictsIn(facts),
    packs: packsIn(facts),
    secrets: new Map(),
    answers: new Map(),
    others: new Map(),
  }
}

function packsIn({ steps }: ClusterFacts): ReadonlyMap<string, readonly string[]> {
  const packs = new Map<string, string[]>()
  for (const { deliveries } of steps.values()) {
    for (const { pack, resourceSet } of deliveries) {
      if (pack !== undefined) packs.set(pack, [...(packs.get(pack) ?? []), resourceSet])
    }
  }
  return packs
}

function verdictsIn({ steps }: ClusterFacts): ReadonlyMap<string, Fact<ResourceSetVerdict>> {
  const deliveries = [...steps.values()].flatMap(step => step.deliveries)
  return new Map(
    deliveries.map(({ resourceSet, verdict }) => [
      resourceSet,
      verdict ? { kind: 'read', value: verdict } : { kind: 'absent' },
    ]),
  )
}
