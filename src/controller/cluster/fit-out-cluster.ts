import { names } from '../../domain/api/api-names.ts'
import type { Fitout } from '../../domain/api/schema/fitout-schema.ts'
import { needsOfStep } from '../../domain/api/needs-of-step.ts'
import { decide, type Decision } from '../../domain/plan/decide.ts'
import { eventsOf } from '../../domain/plan/events-of.ts'
import { PATIENCE_MS } from '../../domain/plan/patience.ts'
import type { Reason } from '../../domain/plan/reason.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import { type ClusterFacts, type Hold, isFirstRead } from '../../domain/plan/cluster-facts.ts'
import { hold } from '../../domain/plan/holds.ts'
import { ApiError, hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { keyOf } from '../../engine/queue/key.ts'
import { limitedSignal } from '../../engine/run/child-signal.ts'
import { type Outcome, wait } from '../../engine/run/outcome.ts'
import { callProblem } from '../management/call-problem.ts'
import { isConfirmed } from '../metrics/confirmations.ts'
import { type WriteContext, assertLatest, writeLabels } from './act.ts'
import type { Dependencies } from './dependencies.ts'
import type { GatherRequest } from './step-context.ts'
import { type Gathered, gather, noHandOvers, previousStatus } from './gather.ts'
import { gateHoldOf } from './refused-write.ts'
import { publishStatus } from './publish-status.ts'
import { writeEvents } from './write-events.ts'
import { writeHandOvers } from './write-hand-overs.ts'

/** How soon to look again. Events come sooner; this finds what no event tells, such as a value that changed. */
const SOON_MS = 5_000
const LATER_MS = 30_000
/** A large fleet is looked at less often, so that looking costs the management cluster the same. */
const LATER_PER_CLUSTER_MS = 100
/** How long reading and writing may take together; what is said of it has its own time after that. */
const WORK_MS = 60_000
/** As much of the annotation as the status holds. */
const MAX_REFRESH = 253

/** A cluster, its plan, and what is said about it so far. */
export interface FitOut {
  readonly context: WriteContext
  readonly fitout: Fitout
  readonly clusterFitout: KubeObject
}

/** Gathers, decides, acts and says what came of it, once. Whatever fails before, it is said. */
export async function fitOutCluster(dependencies: Dependencies, fitOut: FitOut): Promise<Outcome> {
  const { context, clusterFitout } = fitOut
  const { call, world } = context
  const work = limitedSignal(call.signal, WORK_MS, world.clock)
  const done = await lookAndAct(dependencies, {
    ...fitOut,
    context: { ...context, call: { ...call, signal: work.signal } },
  })
    .catch((error: unknown) => {
      // A reconcile that is cancelled writes nothing more; after a conflict the decision is made again.
      if (call.signal?.aborted || hasCode(error, 'Conflict')) throw error
      return failedLook(dependencies, fitOut, error)
    })
    .finally(() => work.release())
  const wordsDueInMs = await publishStatus(context, clusterFitout, done.decision)
  if (done.failure !== undefined) throw done.failure
  const lookMs = nextLookMs(dependencies, done)
  return wait(Math.min(lookMs, wordsDueInMs ?? lookMs))
}

/** What came of a look. */
interface Done {
  readonly facts: ClusterFacts
  readonly dueInMs: number | undefined
  readonly decision: Decision
  /** Why it could not be brought to its end. */
  readonly failure?: unknown
}

async function lookAndAct(
  dependencies: Dependencies,
  { context, fitout, clusterFitout }: FitOut,
): Promise<Done> {
  const { annotations = {}, generation = 0 } = clusterFitout.metadata
  const refresh = annotations[names.refreshAnnotation]?.slice(0, MAX_REFRESH)
  const request: GatherRequest = {
    cluster: context.cluster,
    fitout,
    refresh,
    fresh: none,
    call: context.call,
  }
  let gathered = await gather(dependencies, request)
  let decision = decide(gathered.facts, generation)
  // No gate opens and no Ready ends on what was followed: everything that proves it is read once more, now. What was
  // told meanwhile may open another one, which is confirmed as well.
  for (let fresh = none; !isConfirmedBy(fresh, stepsToConfirm(gathered, decision));) {
    fresh = new Set([...fresh, ...stepsToConfirm(gathered, decision)])
    const steps = new Set(gathered.facts.steps.keys())
    gathered = await gather(dependencies, { ...request, fresh, steps })
    decision = decide(gathered.facts, generation)
  }
  const explained = await dependencies.causes.explain({ ...gathered, ...context, status: decision.status })
  if (explained) {
    gathered = { ...gathered, facts: { ...gathered.facts, explained } }
    decision = decide(gathered.facts, generation)
  }
  const carriedOut = await act(dependencies, context, { gathered, decision, clusterFitout })
  if (isConfirmed(gathered.facts, carriedOut.status))
    context.figures.confirmations.confirm(keyOf(context.cluster))
  return { facts: gathered.facts, dueInMs: gathered.dueInMs, decision: carriedOut }
}

/** What can be said when a look broke off: as much as of a cluster that cannot be read. */
function failedLook(
  dependencies: Dependencies,
  { context, fitout, clusterFitout }: FitOut,
  failure: unknown,
): Done {
  const now = context.world.clock.now()
  const facts: ClusterFacts = {
    now,
    cluster: context.fact,
    fitout,
    previous: previousStatus(dependencies, context.cluster),
    view: { kind: 'unread', reason: 'ReconcileFailed', message: failureWords(failure), since: now },
    handOvers: noHandOvers,
    steps: new Map(),
  }
  const decision = decide(facts, clusterFitout.metadata.generation ?? 0)
  return { facts, dueInMs: undefined, decision, failure }
}

function failureWords(failure: unknown): string {
  if (failure instanceof ApiError) return `Reconcile of the cluster failed: ${callProblem(failure)}`
  return 'Reconcile of the cluster failed; the log of the controller has the error'
}

const none: ReadonlySet<string> = new Set()

function isConfirmedBy(fresh: ReadonlySet<string>, steps: ReadonlySet<string>): boolean {
  return [...steps].every(step => fresh.has(step))
}

/**
 * The steps that must be seen by a fresh read: all if a person asks, else what the gates need that would open, and what
 * would not be ready any more.
 */
function stepsToConfirm(gathered: Gathered, { opening, status }: Decision): ReadonlySet<string> {
  const { fitout, previous, view } = gathered.facts
  const { steps } = fitout.spec
  if (isRefreshAsked(gathered)) return new Set(steps.map(({ name }) => name))
  const needs = opening.flatMap(step => [step.name, ...needsOfStep(steps, steps.indexOf(step))])
  const wasReady = new Set(previous?.steps?.filter(({ state }) => state === 'Ready').map(({ name }) => name))
  const lost = (status.steps ?? []).filter(({ name, state }) => wasReady.has(name) && state !== 'Ready')
  return new Set([...needs, ...(view.kind === 'read' ? lost.map(({ name }) => name) : [])])
}

function isRefreshAsked({ facts: { refresh, previous } }: Gathered): boolean {
  return refresh !== undefined && previous?.refreshed !== refresh
}

interface Act {
  readonly gathered: Gathered
  readonly decision: Decision
  readonly clusterFitout: KubeObject
}

// Gates before words: whoever reads that a gate is open finds it open.
async function act(
  dependencies: Dependencies,
  context: WriteContext,
  { gathered, decision, clusterFitout }: Act,
): Promise<Decision> {
  const { facts, handOvers } = gathered
  // That the status does not pin the cluster yet must be true of its latest version.
  const isFirst = decision.opening.length > 0 && isFirstRead(facts.previous)
  if (isFirst) await assertLatest(context, clusterFitout)
  const refused = decision.handOvers ? await writeHandOvers(context, decision.handOvers, handOvers) : noHolds
  const written =
    refused.size === 0 ? { facts, decision } : decideOn(withHolds(facts, refused), clusterFitout)
  const carriedOut = await openGates(dependencies, context, { ...written, clusterFitout })
  const events = eventsOf(facts.previous, carriedOut.status)
  // What was told cannot be taken back, and from an older status the same would be reported again.
  if (events.length > 0) await assertLatest(context, clusterFitout)
  await writeEvents(context, events)
  return carriedOut
}

const noHolds: ReadonlyMap<string, Hold> = new Map()

interface Decided {
  readonly facts: ClusterFacts
  readonly decision: Decision
}

function decideOn(facts: ClusterFacts, { metadata: { generation = 0 } }: KubeObject): Decided {
  return { facts, decision: decide(facts, generation) }
}

// A write that was refused is a fact like others, and the status is the place to tell it.
function withHolds(facts: ClusterFacts, holds: ReadonlyMap<string, Hold>): ClusterFacts {
  const steps = [...facts.steps].map(([name, step]) => {
    const refused = holds.get(name)
    return [name, refused ? { ...step, handOver: [refused, ...step.handOver] } : step] as const
  })
  return { ...facts, steps: new Map(steps) }
}

/** After so many conflicts in a row another writer keeps changing the object, and the status says so. */
const MANY_CONFLICTS = 5

async function openGates(
  { conflicts }: Dependencies,
  context: WriteContext,
  { facts, decision, clusterFitout }: Decided & Pick<Act, 'clusterFitout'>,
): Promise<Decision> {
  try {
    await writeLabels(context, decision.labels)
    if (decision.opening.length > 0) context.figures.gatesOpened(context.fact, facts.fitout.metadata.name)
    return decision
  } catch (error) {
    const isFought =
      hasCode(error, 'Conflict') && conflicts.failures(keyOf(context.cluster)) >= MANY_CONFLICTS
    const gateHold = isFought ? hold('GateNotWritten', FOUGHT) : gateHoldOf(error)
    if (!gateHold || context.call.signal?.aborted) throw error
    return decideOn({ ...facts, gateHold }, clusterFitout).decision
  }
}

const FOUGHT = 'Label of the gate could not be written: the Cluster keeps changing'

const refusedReasons: ReadonlySet<string> = new Set<Reason>(['GateRefused', 'HandOverRefused'])

function nextLookMs({ views }: Dependencies, { facts, dueInMs, decision }: Done): number {
  const { status, opening } = decision
  const later = Math.max(LATER_MS, views.size * LATER_PER_CLUSTER_MS)
  const doubts = (status.steps ?? []).flatMap(
    ({ unreadSince, unprovenSince }) => unreadSince ?? unprovenSince ?? [],
  )
  const isDone = status.state === 'Ready' && isConfirmed(facts, status) && opening.length === 0
  // Whoever refuses a write will not change their mind in seconds, and is asked again by every look.
  const isRefused = status.steps?.some(({ reason = '' }) => refusedReasons.has(reason)) === true
  const isCalm = isDone || facts.cluster.isPaused || isRefused
  const usual = facts.view.kind === 'unread' ? (facts.view.retryInMs ?? SOON_MS) : isCalm ? later : SOON_MS
  // What is believed for two minutes is looked at when they are over.
  const ends = doubts.map(since => (readInstant(since) ?? facts.now) + PATIENCE_MS + 1000 - facts.now)
  return Math.min(usual, dueInMs ?? usual, ...ends.filter(ms => ms > 0))
}
