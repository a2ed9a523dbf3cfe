import { names } from '../../domain/api/api-names.ts'
import type { Fitout } from '../../domain/api/schema/fitout-schema.ts'
import { needsOfStep } from '../../domain/api/steps/needs-of-step.ts'
import { decide, type Decision } from '../../domain/plan/decide.ts'
import { eventsOf } from '../../domain/plan/events-of.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { keyOf } from '../../engine/queue/key.ts'
import { type Outcome, wait } from '../../engine/run/outcome.ts'
import { isConfirmed } from '../metrics/confirmations.ts'
import { type Acting, assertLatest, writeLabels } from './act.ts'
import type { Gathering, Question } from './asking.ts'
import { type Gathered, gather } from './gather.ts'
import { speak } from './speak.ts'
import { writeEvents } from './write-events.ts'
import { writeHandOvers } from './write-hand-overs.ts'

/** How soon to look again. Events come sooner; this finds what no event tells, such as a value that changed. */
const SOON_MS = 5_000
const LATER_MS = 30_000
/** A large fleet is looked at less often, so that looking costs the management cluster the same. */
const LATER_PER_CLUSTER_MS = 100
/** As much of the annotation as the status holds. */
const MAX_REFRESH = 253

/** A cluster, its plan, and what is said about it so far. */
export interface FitOut {
  readonly acting: Acting
  readonly fitout: Fitout
  readonly clusterFitout: KubeObject
}

/** Gathers, decides and acts, once. */
export async function fitOutCluster(gathering: Gathering, fitOut: FitOut): Promise<Outcome> {
  const { acting, fitout, clusterFitout } = fitOut
  const { annotations = {}, generation = 0 } = clusterFitout.metadata
  const refresh = annotations[names.refreshAnnotation]?.slice(0, MAX_REFRESH)
  const question: Question = { cluster: acting.cluster, fitout, refresh, fresh: none, call: acting.call }
  let gathered = await gather(gathering, question)
  let decision = decide(gathered.facts, generation)
  const fresh = stepsToConfirm(gathered, decision)
  if (fresh.size > 0) {
    // No gate opens and no Ready ends on what was followed: everything that proves it is read once more, now.
    const steps = new Set(gathered.facts.steps.keys())
    gathered = await gather(gathering, { ...question, fresh, steps })
    decision = decide(gathered.facts, generation)
  }
  const explained = await gathering.causes.explain({ ...gathered, ...acting, status: decision.status })
  if (explained) {
    gathered = { ...gathered, facts: { ...gathered.facts, explained } }
    decision = decide(gathered.facts, generation)
  }
  const { carriedOut, wordsDueInMs } = await act(acting, { gathered, decision, clusterFitout })
  if (isConfirmed(gathered.facts, carriedOut.status))
    acting.figures.confirmations.confirm(keyOf(acting.cluster))
  const lookMs = nextLookMs(gathering, gathered, carriedOut)
  return wait(Math.min(lookMs, wordsDueInMs ?? lookMs))
}

const none: ReadonlySet<string> = new Set()

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

interface Done {
  readonly carriedOut: Decision
  /** When what was left unsaid may be said. */
  readonly wordsDueInMs: number | undefined
}

// Gates before words: whoever reads that a gate is open finds it open.
async function act(acting: Acting, { gathered, decision, clusterFitout }: Act): Promise<Done> {
  const { facts, handOvers } = gathered
  // That nobody has said yet which cluster is meant must be the last that is known of it.
  const isFirst = decision.opening.length > 0 && facts.previous?.cluster?.identity === undefined
  if (isFirst) await assertLatest(acting, clusterFitout)
  const isSilent = facts.cluster.isPaused || facts.cluster.isDeleting || facts.fitout.spec.suspend
  if (!isSilent) await writeHandOvers(acting, facts, handOvers)
  const carriedOut = await openGates(acting, { gathered, decision, clusterFitout })
  const events = eventsOf(facts.previous, carriedOut.status)
  // What was told cannot be taken back, and from an older status the same would be told again.
  if (events.length > 0) await assertLatest(acting, clusterFitout)
  await writeEvents(acting, events)
  return { carriedOut, wordsDueInMs: await speak(acting, clusterFitout, carriedOut) }
}

// A policy may say no. That is a fact like others, and the status is the place to tell it.
async function openGates(acting: Acting, { gathered, decision, clusterFitout }: Act): Promise<Decision> {
  try {
    await writeLabels(acting, decision.labels)
    if (decision.opening.length > 0)
      acting.figures.gatesOpened(acting.fact, gathered.facts.fitout.metadata.name)
    return decision
  } catch (error) {
    if (!hasCode(error, 'Denied')) throw error
    const gateRefusal = error.detail ?? 'it does not say why'
    return decide({ ...gathered.facts, gateRefusal }, clusterFitout.metadata.generation ?? 0)
  }
}

function nextLookMs(
  { views }: Gathering,
  { dueInMs, facts }: Gathered,
  { status, opening }: Decision,
): number {
  const later = Math.max(LATER_MS, views.size * LATER_PER_CLUSTER_MS)
  const isRead = status.steps?.every(({ unreadSince }) => unreadSince === undefined) === true
  const isDone = status.state === 'Ready' && isRead && opening.length === 0
  const isCalm = isDone || facts.cluster.isPaused || status.cause?.reason === 'GateRefused'
  const usual = isCalm ? later : SOON_MS
  return Math.min(usual, dueInMs ?? usual)
}
