import type { ClusterFitoutStatus, ClusterState } from '../api/schema/cluster-fitout-schema.ts'
import { type ClusterFacts, isFirstRead, isLeftAlone } from './cluster-facts.ts'
import { deletionMessage } from './deletion-message.ts'
import { aboutOf } from './holds.ts'
import { PATIENCE_MS } from './patience.ts'
import { reasons } from './reason.ts'
import { instantOf, type JudgedStep, readInstant } from './step-status.ts'

export type Cause = NonNullable<ClusterFitoutStatus['cause']>
export type StatusCondition = NonNullable<ClusterFitoutStatus['conditions']>[number]

/** The cluster in one word, by the first rule that fits. */
export function clusterState(facts: ClusterFacts, steps: readonly JudgedStep[]): ClusterState {
  const { cluster } = facts
  const has = (state: JudgedStep['status']['state']) => steps.some(({ status }) => status.state === state)
  if (cluster.isDeleting) return 'Deleting'
  if (cluster.isPaused) return 'Paused'
  if (isOutOfSight(facts) || steps.some(step => isLost(step, facts))) return 'Unknown'
  if (has('Failed')) return 'Failed'
  if (has('Stuck')) return 'Stuck'
  if (steps.some(({ status, actor }) => status.state === 'Held' && actor !== 'Nobody')) return 'Held'
  return steps.every(({ status }) => status.state === 'Ready') ? 'Ready' : 'FittingOut'
}

// A cluster that is being made has no API server for minutes: that is no loss of sight. But of another cluster than the
// one that was proven, nothing is known from the first moment.
function isOutOfSight({ view, previous, now }: ClusterFacts): boolean {
  if (view.kind === 'read' || isFirstRead(previous)) return false
  return view.reason === 'WorkloadIdentityChanged' || now - view.since > PATIENCE_MS
}

// The cluster answers, but not to what the proof of a step asks.
function isLost({ status, unread }: JudgedStep, { now }: ClusterFacts): boolean {
  const since = readInstant(status.unreadSince)
  return unread !== undefined && since !== undefined && now - since > PATIENCE_MS
}

const mostUrgent: readonly JudgedStep['status']['state'][] = [
  'Failed',
  'Stuck',
  'Held',
  'Delivering',
  'Proving',
  'Waiting',
]

/** The step that people have to look at: the mostUrgent, and of those the first. */
export function stepInFront(steps: readonly JudgedStep[]): JudgedStep | undefined {
  for (const state of mostUrgent) {
    const found = steps.find(({ status }) => status.state === state)
    if (found) return found
  }
  return undefined
}

/** Why the cluster is not ready, in one sentence; undefined when it is. */
export function causeOf(facts: ClusterFacts, steps: readonly JudgedStep[]): Cause | undefined {
  const { view, previous, now } = facts
  const still = causeOfStill(facts)
  if (still) return still
  if (view.kind === 'unread' && !isFirstRead(previous)) {
    return {
      reason: view.reason,
      message: view.message,
      ...aboutOf(view),
      actor: reasons[view.reason],
      since: instantOf(view.since),
    }
  }
  const lost = steps.find(step => isLost(step, facts))
  if (lost) return causeOfLost(lost)
  const front = stepInFront(steps)
  if (!front) return undefined
  const { name, message, since } = front.status
  return {
    reason: front.reason,
    message: message ?? front.reason,
    ...aboutOf(front.status),
    step: name,
    actor: front.actor,
    since: since ?? instantOf(now),
  }
}

/** The cause behind a cause, if it was looked for and is still about the same. */
export function deepest(cause: Cause | undefined, { explained }: ClusterFacts): Cause | undefined {
  if (!cause || explained?.step !== cause.step || explained?.of !== cause.reason) return cause
  const { reason, message, actor, next } = explained
  const { step, since } = cause
  // What stands beside a message is about that message, and not about what lies behind it.
  const about = reason === cause.reason ? aboutOf(cause) : {}
  return {
    reason,
    message,
    ...about,
    ...(step === undefined ? {} : { step }),
    actor,
    ...(next === undefined ? {} : { next }),
    ...(since === undefined ? {} : { since }),
  }
}

// Of a cluster that is to be left alone, nothing else counts.
function causeOfStill({ cluster, previous, now }: ClusterFacts): Cause | undefined {
  if (!isLeftAlone(cluster)) return undefined
  const reason = cluster.isDeleting ? 'ClusterDeleting' : 'ClusterPaused'
  const since = previous?.cause?.reason === reason ? previous.cause.since : instantOf(now)
  const message = cluster.isDeleting ? deletionMessage('Cluster', cluster.finalizers) : 'Cluster is paused'
  return { reason, message, actor: reasons[reason], ...(since === undefined ? {} : { since }) }
}

function causeOfLost({ status, unread }: JudgedStep): Cause {
  const { name, unreadSince } = status
  const since = unreadSince === undefined ? {} : { since: unreadSince }
  const { message = '', readError } = unread ?? {}
  const about = aboutOf({ readError })
  return { reason: 'ProofNotRead', message, ...about, step: name, actor: reasons.ProofNotRead, ...since }
}

interface Summary {
  readonly facts: ClusterFacts
  readonly state: ClusterState
  readonly cause: Cause | undefined
  /** The generation of the object that the conditions are of. */
  readonly generation: number
}

/** Ready, Reconciling and Stalled, as Flux writes them and kstatus reads them. */
export function statusConditions(summary: Summary): readonly StatusCondition[] {
  const ready = readyOf(summary)
  const { state, cause } = summary
  // What only Git can fix does not continue by itself, although the gate is open.
  const isStalled =
    ['Failed', 'Stuck', 'Held'].includes(state) || (state === 'FittingOut' && cause?.actor === 'Git')
  const isBusy = state === 'FittingOut' && !isStalled
  const side = { reason: ready.reason, message: ready.message, status: 'True' as const }
  return [
    condition(summary, { type: 'Ready', ...ready }),
    ...(isBusy ? [condition(summary, { type: 'Reconciling', ...side })] : []),
    ...(isStalled ? [condition(summary, { type: 'Stalled', ...side })] : []),
  ]
}

interface Said {
  readonly status: StatusCondition['status']
  readonly reason: string
  readonly message: string
}

/** Whether all is done, as the condition Ready says it. */
function readyOf({ state, cause }: Pick<Summary, 'state' | 'cause'>): Said {
  if (state === 'Ready') return { status: 'True', reason: 'Ready', message: 'All steps are ready' }
  // A step that cannot be read is Ready by its last word, so nobody says that it is not.
  const how = state === 'Unknown' ? 'cannot be read' : 'is not ready'
  const step = cause?.step === undefined ? '' : `Step ${cause.step} ${how}: `
  return {
    status: state === 'Unknown' ? 'Unknown' : 'False',
    reason: cause?.reason ?? state,
    message: `${step}${cause?.message ?? state}`,
  }
}

/**
 * Whether all is done, as the Cluster itself says it in FitoutReady. Of what happens by itself it only names the step: the
 * rest stands in the ClusterFitout, and everybody who follows Clusters is told of each word here.
 */
export function readyOnCluster(summary: Pick<Summary, 'state' | 'cause'>): Said {
  const { state, cause } = summary
  if (state !== 'FittingOut' || cause?.step === undefined || cause.actor !== 'Nobody') return readyOf(summary)
  return { status: 'False', reason: 'FittingOut', message: `Step ${cause.step} is not ready` }
}

function condition({ facts, generation }: Summary, said: Said & { readonly type: string }): StatusCondition {
  const before = facts.previous?.conditions?.find(({ type }) => type === said.type)
  const isSame = before?.status === said.status
  return {
    type: said.type,
    status: said.status,
    reason: said.reason,
    message: said.message,
    lastTransitionTime: isSame ? before.lastTransitionTime : instantOf(facts.now),
    observedGeneration: generation,
  }
}
