import type { FitoutStep } from '../api/schema/fitout-schema.ts'
import { type ClusterFacts, type Hold, type StepFacts } from './cluster-facts.ts'
import { deletionMessage } from './deletion-message.ts'
import { type Reason, reasons } from './reason.ts'

/** A step, and what is known about it. */
export interface StepInput {
  readonly step: FitoutStep
  readonly facts: ClusterFacts
  readonly found: StepFacts
}

type HoldRule = (question: StepInput) => Hold | undefined

// The first hold is the one that people see, so the order is the order in which they would have to end them.
const rules: readonly HoldRule[] = [
  clusterDeleting,
  clusterPaused,
  suspended,
  controlPlaneNotReady,
  notReadable,
  gateTampered,
  versionUnsupported,
  notDeliverable,
  handOverIncomplete,
  gateNotWritten,
]

/** Says what keeps the gate of a step shut although all that it needs is ready; undefined when it may open. */
export function holdOn(question: StepInput): Hold | undefined {
  for (const rule of rules) {
    const hold = rule(question)
    if (hold) return hold
  }
  return undefined
}

/** Says what keeps a step without a gate from being looked at. */
export function readHoldOn(question: StepInput): Hold | undefined {
  return controlPlaneNotReady(question) ?? notReadable(question)
}

/** A hold with the one who can end it. */
export function hold(reason: Reason, message: string, about: About = {}): Hold {
  return { reason, message, ...aboutOf(about), actor: reasons[reason] }
}

/** Something whose message is about something else. */
interface About {
  readonly source?: Hold['source'] | undefined
  readonly readError?: Hold['readError'] | undefined
}

/** What a message is about, as far as that is known, and nothing else. */
export function aboutOf({ source, readError }: About): Pick<Hold, 'source' | 'readError'> {
  return { ...(source === undefined ? {} : { source }), ...(readError === undefined ? {} : { readError }) }
}

function clusterDeleting({ facts }: StepInput): Hold | undefined {
  const { isDeleting, finalizers } = facts.cluster
  return isDeleting ? hold('ClusterDeleting', deletionMessage('Cluster', finalizers)) : undefined
}

function clusterPaused({ facts }: StepInput): Hold | undefined {
  return facts.cluster.isPaused ? hold('ClusterPaused', 'Cluster is paused') : undefined
}

function suspended({ facts }: StepInput): Hold | undefined {
  const { metadata, spec } = facts.fitout
  return spec.suspend ? hold('FitoutSuspended', `Fitout "${metadata.name}" is suspended`) : undefined
}

function controlPlaneNotReady({ facts }: StepInput): Hold | undefined {
  if (facts.cluster.isInitialized) return undefined
  return hold('ControlPlaneNotReady', 'Control plane is not initialized')
}

function notReadable({ facts: { view } }: StepInput): Hold | undefined {
  return view.kind === 'unread' ? hold(view.reason, view.message, view) : undefined
}

function gateTampered({ step, facts: { cluster } }: StepInput): Hold | undefined {
  if (!step.gate || !Object.hasOwn(cluster.labels, step.gate.label)) return undefined
  if (cluster.labels[step.gate.label] === step.gate.value) return undefined
  return hold(
    'GateTampered',
    `Label "${step.gate.label}" has a value that Fitout did not set; the gate needs "${step.gate.value}"`,
  )
}

function versionUnsupported({ found }: StepInput): Hold | undefined {
  return found.unsupported === undefined ? undefined : hold('VersionUnsupported', found.unsupported)
}

// A gate behind which nothing waits would only make people wait.
function notDeliverable({ found }: StepInput): Hold | undefined {
  return found.deliveries.find(({ hold }) => hold)?.hold
}

function handOverIncomplete({ found }: StepInput): Hold | undefined {
  return found.handOver[0]
}

function gateNotWritten({ facts: { gateHold } }: StepInput): Hold | undefined {
  return gateHold
}
