import { needsHandOver } from '../../hand-over/cluster-identity.ts'
import type { Hold } from '../../plan/cluster-facts.ts'
import { aboutOf } from '../../plan/holds.ts'
import { type Reason, reasons } from '../../plan/reason.ts'
import { type Claim, lineAbout, sentenceOf } from '../claim.ts'
import { valueOf } from '../explain-facts.ts'
import { labelsIn } from '../seen-object.ts'
import { refresh } from '../show/commands.ts'
import type { EvidenceLine } from '../why.ts'
import { handedOver, handOverRefused } from './handed-over.ts'
import { isOverdue, planAdvice } from './plan-advice.ts'
import type { Scene, ExplainStage } from './scene.ts'
import { clusterFitoutRef, clusterRef, fitoutRef } from './step-asked.ts'

/** The plan and its gates: what keeps a step from starting although the one before is ready. */
export const planStage: ExplainStage = scene => {
  const hold = holdOf(scene)
  if (!hold) return undefined
  const { facts } = scene
  const isOnItsWay = hold.reason === 'HandOverNotDelivered' || hold.reason === 'HandOverNotWritten'
  const refused = isOnItsWay ? handOverRefused(scene) : undefined
  if (refused) return { ...refused, evidence: [ownLine(scene, hold), ...refused.evidence] }
  return {
    reason: hold.reason,
    ...(isOnItsWay && isOverdue(scene) ? { actor: 'Operator' } : {}),
    sentence: sentenceOf(hold.message),
    evidence: linesOf(scene, hold),
    next: [...planAdvice(hold, scene), refresh(facts)],
  }
}

/** Why a gate stays shut, as far as a status tells it. */
export type PlanHold = Omit<Hold, 'actor'>

const planReasons: ReadonlySet<string> = new Set([
  'FitoutSuspended',
  'FitoutInvalid',
  'FitoutConflict',
  'GateTampered',
  'GateRefused',
  'GateNotWritten',
  'SourceNotRead',
  'VersionUnsupported',
  'ResourceSetMissing',
  'ResourceSetNotSelecting',
])

function holdOf({ facts, asked }: Scene): PlanHold | undefined {
  const status = valueOf(facts.status)
  const cause = status?.cause
  if (cause && (cause.reason === 'FitoutInvalid' || cause.reason === 'FitoutConflict')) {
    return { reason: cause.reason, message: cause.message, ...aboutOf(cause) }
  }
  if (!asked || asked.status.state === 'Ready') return undefined
  const [fresh] = facts.steps.get(asked.name)?.handOver ?? []
  if (fresh) return fresh
  const { reason = '', message = reason } = asked.status
  return isPlanReason(reason) ? { reason, message, ...aboutOf(asked.status) } : undefined
}

function isPlanReason(reason: string): reason is Reason {
  return planReasons.has(reason) || (/^(?:HandOver|Render)/.test(reason) && reason in reasons)
}

function linesOf(scene: Scene, hold: PlanHold): Claim['evidence'] {
  const { asked } = scene
  const [first, ...more] = asked && needsHandOver(asked.plan ?? {}) ? handedOver(scene, hold) : []
  // What the step says of itself is needed only where nothing closer was read.
  return [first ?? ownLine(scene, hold), ...more, ...gateLine(scene)]
}

const ofFitout: ReadonlySet<Reason> = new Set(['FitoutSuspended', 'FitoutInvalid', 'FitoutConflict'])

// What was read is the status: the controller has looked at the rest, and says what it saw.
function ownLine({ facts, asked }: Scene, { reason, message }: PlanHold): EvidenceLine {
  const plan = fitoutRef(facts)
  if (plan && ofFitout.has(reason)) return lineAbout(plan, message)
  return lineAbout(
    clusterFitoutRef(facts),
    asked ? `step ${asked.name} is ${asked.status.state}: ${message}` : message,
  )
}

function gateLine({ facts, asked }: Scene): readonly EvidenceLine[] {
  const cluster = valueOf(facts.cluster)
  const gate = asked?.plan?.gate
  if (!cluster || !gate) return []
  const labels = labelsIn(cluster)
  const is = Object.hasOwn(labels, gate.label) ? labels[gate.label] : undefined
  const words =
    is === gate.value
      ? 'is open'
      : is === undefined
        ? 'is closed'
        : `has value "${is}" and needs "${gate.value}"`
  return [lineAbout(clusterRef(facts), `gate ${gate.label} ${words}`)]
}
