import { oncePerObject } from '../object/once-per-object.ts'
import { parseDuration } from '../quantity/parse-duration.ts'
import type { FitoutStep } from '../api/schema/fitout-schema.ts'
import {
  type Hold,
  type ObservedCluster,
  type ClusterFacts,
  isFirstRead,
  type StepProof,
} from './cluster-facts.ts'
import { aboutOf, holdOn, readHoldOn, type StepInput } from './holds.ts'
import { PATIENCE_MS } from './patience.ts'
import { type Reason, reasons } from './reason.ts'
import { earliest, instantOf, type JudgedStep, readInstant, type StepStatus } from './step-status.ts'

/** Where a step is, in words that stay the same as long as the fact does. */
interface Word extends Pick<Hold, 'source' | 'readError'> {
  readonly state: StepStatus['state']
  readonly reason: Reason
  readonly message: string
  readonly actor?: JudgedStep['actor']
  readonly evidence?: StepProof['evidence']
  readonly opens?: boolean
  /** Since when the proof of a step that is still called Ready does not hold. */
  readonly unprovenSince?: string
}

/** The steps that one needs and that are not ready, and those that are called Ready and whose proof does not hold now. */
export interface OpenNeeds {
  readonly unready: readonly string[]
  readonly unproven: readonly string[]
}

/** Judges one step, by what is known about it and by the steps that it needs. */
export function judgeStep(question: StepInput, needs: OpenNeeds): JudgedStep {
  const { facts } = question
  const before = beforeOf(question)
  const { unread } = question.found
  // A cluster that was never read has no last word to keep: it says what it waits for now.
  if (before && !isFirstRead(facts.previous) && facts.view.kind === 'unread') return lastWord(before, facts)
  if (before && unread !== undefined && hasBegun(before))
    return { ...lastWord(before, facts, question.found.unheardMs), actor: 'Operator', unread }

  const first = wordOn(question, needs)
  const openedAt = openingOf(question, before, first)
  const word = timed(first, question, { before, openedAt })
  return {
    status: statusOf(question, word, { before, openedAt }),
    reason: word.reason,
    actor: word.actor ?? reasons[word.reason],
    opens: word.opens ?? false,
    isProven: word.state === 'Ready' && question.found.proof?.health === 'Current',
    // What only waits for a proof to hold again may be held by something else, which is told first.
    isAsked: word.state !== 'Waiting' || needs.unready.length === 0,
  }
}

function beforeOf({ step, facts }: StepInput): StepStatus | undefined {
  return facts.previous?.steps?.find(({ name }) => name === step.name)
}

// Of what has not begun there is no last word that could be true or not: it says what keeps it.
function hasBegun({ state }: StepStatus): boolean {
  return state !== 'Waiting' && state !== 'Held'
}

/** What cannot be read now keeps its last word, and since when nothing better was known. */
function lastWord(before: StepStatus, { view, now }: ClusterFacts, unheardMs = 0): JudgedStep {
  const since = instantOf(view.kind === 'unread' ? view.since : now - unheardMs)
  const isKnown = before.reason !== undefined && before.reason in reasons
  return {
    status: { ...before, unreadSince: earliest(before.unreadSince, before.unprovenSince, since) },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- just looked up among the reasons
    reason: isKnown ? (before.reason as Reason) : 'ClusterUnreachable',
    actor: view.kind === 'unread' ? reasons[view.reason] : 'Nobody',
    opens: false,
    isProven: false,
    isAsked: before.state !== 'Waiting',
  }
}

function wordOn(question: StepInput, { unready, unproven }: OpenNeeds): Word {
  const { step } = question
  // An open gate lets ClusterResourceSets act, whoever opened it: then there is something to tell about the step itself.
  if (isOpen(step, question.facts.cluster)) return started(question)
  // Nothing shuts a step without a gate again: what has begun is judged by its own proof.
  const isRunning = !step.gate && beforeOf(question)?.openedAt !== undefined
  if (unready.length > 0 && !isRunning) return waiting(`Waits for ${quoted(unready)}`)
  const held = step.gate ? holdOn(question) : readHoldOn(question)
  if (held) return { state: 'Held', ...held }
  if (isRunning) return started(question)
  if (unproven.length > 0) return waiting(`Waits for ${quoted(unproven)}, whose proof does not hold now`)
  return step.gate ? opened(question) : started(question)
}

function waiting(message: string): Word {
  return { state: 'Waiting', reason: 'DependencyNotReady', message }
}

function quoted(names: readonly string[]): string {
  return names
    .toSorted()
    .map(name => `"${name}"`)
    .join(', ')
}

// What was read before the gate opened says nothing about what it lets through.
function opened(question: StepInput): Word {
  const message = 'Gate was opened'
  if (hasDeliveries(question)) return { state: 'Delivering', reason: 'NotApplied', message, opens: true }
  return { state: 'Proving', reason: 'ProofInProgress', message, opens: true }
}

/** Whether the gate of a step is open, by whatever hand. */
export function isOpen(
  { gate }: Pick<FitoutStep, 'gate'>,
  { labels }: Pick<ObservedCluster, 'labels'>,
): boolean {
  return gate !== undefined && labels[gate.label] === gate.value
}

function started(question: StepInput): Word {
  const { found, facts } = question
  if (facts.view.kind === 'unread') {
    const { reason, message } = facts.view
    return { state: 'Proving', reason, message, ...aboutOf(facts.view) }
  }
  // A value that changed, or is lacking now, is not where it shall be: the proof would be one of the old value.
  const [missing] = found.handOver
  if (missing) return { state: 'Delivering', ...missing }
  const open = found.deliveries.find(({ isApplied }) => !isApplied)
  if (open) return { state: 'Delivering', reason: 'NotApplied', message: open.message, ...open.hold }
  if (!found.proof) return { state: 'Proving', reason: 'ProofInProgress', message: 'Proof is not read yet' }
  const word = proven(found.proof, beforeOf(question), facts.now)
  // The proof may wait for just that, and its sentence would only say that something is not there.
  if (found.refusedRendering === undefined || !isWaiting(word, found.proof)) return word
  return { ...word, state: 'Delivering', reason: 'NotApplied', message: found.refusedRendering }
}

function isWaiting({ reason }: Word, { health }: StepProof): boolean {
  return reason === 'ProofInProgress' && health !== 'Current'
}

// Whoever starts again has not seen how long a proof holds; a step that was ready, and whose proof holds, still is.
function proven(proof: StepProof, before: StepStatus | undefined, now: number): Word {
  const { health, isStable, brokenForMs, sentence, readError, evidence } = proof
  const wasReady = before?.state === 'Ready'
  switch (health) {
    case 'Current':
      if (isStable || wasReady) return { state: 'Ready', reason: 'Ready', message: sentence, evidence: [] }
      return {
        state: 'Proving',
        reason: 'ProofInProgress',
        message: 'Proof holds, but not long enough yet',
        evidence,
      }
    case 'Failed':
      return { state: 'Failed', reason: 'ProofFailed', message: sentence, evidence }
    case 'Unknown':
      return {
        state: 'Proving',
        reason: 'ProofNotRead',
        message: sentence,
        ...aboutOf({ readError }),
        evidence,
      }
    case 'InProgress':
      return (
        stillReady(before, { now, brokenForMs, sentence }) ?? {
          state: 'Proving',
          reason: 'ProofInProgress',
          message: sentence,
          evidence,
        }
      )
    default:
      return health satisfies never
  }
}

/** What is over so soon is not worth a write: rollouts and new nodes do it all the time. */
const MOMENT_MS = 10_000

/**
 * A step that was ready and is not for a moment is still called so, and since when its proof does not hold.
 *
 * That time is in the status, so that whoever starts again does not begin to be patient again; and it is counted by the
 * clock of the process as well, as someone may set the other one back.
 */
function stillReady(
  before: StepStatus | undefined,
  { now, brokenForMs, sentence }: Pick<StepProof, 'brokenForMs' | 'sentence'> & { readonly now: number },
): Word | undefined {
  if (before?.state !== 'Ready') return undefined
  const since = before.unprovenSince ?? before.unreadSince ?? instantOf(now - brokenForMs)
  const forMs = Math.max(brokenForMs, now - (readInstant(since) ?? now))
  if (forMs >= PATIENCE_MS) return undefined
  const doubt = forMs < MOMENT_MS && before.unprovenSince === undefined ? {} : { unprovenSince: since }
  return { state: 'Ready', reason: 'Ready', message: before.message ?? sentence, ...doubt }
}

function hasDeliveries({ step }: StepInput): boolean {
  return (step.packs?.length ?? 0) + (step.resourceSets?.length ?? 0) > 0
}

interface History {
  readonly before: StepStatus | undefined
  readonly openedAt: string | undefined
}

/** When the step could start: when its gate opened, or when all that it needs was ready and could be read. */
function openingOf(
  question: StepInput,
  before: StepStatus | undefined,
  { state, opens }: Word,
): string | undefined {
  const isGateOpen = opens === true || isOpen(question.step, question.facts.cluster)
  const hasStarted = question.step.gate ? isGateOpen : state !== 'Waiting' && state !== 'Held'
  return hasStarted ? (before?.openedAt ?? instantOf(question.facts.now)) : undefined
}

// A step that was ready and is not any more has the same time again.
function timed(word: Word, { step, facts }: StepInput, { before, openedAt }: History): Word {
  if (word.opens === true || (word.state !== 'Delivering' && word.state !== 'Proving')) return word
  const wasReady = before?.readyAt !== undefined
  const from = wasReady && before.state !== 'Ready' ? before.since : wasReady ? undefined : openedAt
  const start = readInstant(from)
  const isLate = start !== undefined && facts.now - start > timeoutMs(step)
  return isLate || before?.state === 'Stuck' ? { ...word, state: 'Stuck', actor: 'Operator' } : word
}

const timeoutMs = oncePerObject(({ timeout }: FitoutStep) => Number(parseDuration(timeout) / 1_000_000n))

function statusOf(question: StepInput, word: Word, { before, openedAt }: History): StepStatus {
  const { step, facts } = question
  const { state, reason, message, evidence } = word
  const readyAt = before?.readyAt ?? (state === 'Ready' ? instantOf(facts.now) : undefined)
  return {
    name: step.name,
    state,
    reason,
    message,
    ...aboutOf(word),
    since: before?.state === state && before.since !== undefined ? before.since : instantOf(facts.now),
    ...(openedAt === undefined ? {} : { openedAt }),
    ...openerOf(question, word),
    ...(readyAt === undefined ? {} : { readyAt }),
    ...(word.unprovenSince === undefined ? {} : { unprovenSince: word.unprovenSince }),
    ...(evidence === undefined || evidence.length === 0 ? {} : { evidence }),
  }
}

// The label is written before the word: who reads that a gate is open finds it open.
function openerOf({ step, facts }: StepInput, { opens }: Word): Pick<StepStatus, 'openedBy'> {
  if (!step.gate) return {}
  if (opens === true) return { openedBy: 'Fitout' }
  if (!isOpen(step, facts.cluster)) return {}
  return { openedBy: facts.cluster.ownLabels.has(step.gate.label) ? 'Fitout' : 'External' }
}
