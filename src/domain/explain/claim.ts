import { qualifiedName } from '../object/qualified-name.ts'
import { evaluateHealth } from '../health/evaluate-health.ts'
import type { Health } from '../health/health.ts'
import type { Actor } from '../plan/cluster-facts.ts'
import { applyProofRules } from '../proof/judge/proof-rules.ts'
import { cleanLine, cutText, quoteMessage } from '../proof/judge/quote-message.ts'
import type { CauseReason } from './cause-reason.ts'
import { conditionOf, type SeenRef, type SeenCondition, type SeenObject } from './seen-object.ts'
import type { Advice } from './show/advice.ts'
import type { EvidenceLine } from './why.ts'

/** What was found out, proven or not. */
export interface Finding {
  readonly reason: CauseReason
  readonly sentence: string
  /** If it is another one than for most causes of this reason. */
  readonly actor?: Actor
  readonly evidence: readonly EvidenceLine[]
  readonly next: readonly Advice[]
}

/** A cause, and the lines that prove it. Without a line there is no claim. */
export interface Claim extends Finding {
  readonly evidence: readonly [EvidenceLine, ...EvidenceLine[]]
}

const MAX_SENTENCE = 140
const MAX_NAME = 253

/** Makes a sentence fit for everybody: one line, not long, no full stop, no times, no secrets. */
export function sentenceOf(text: string): string {
  return cutText(quoteMessage(text), MAX_SENTENCE).replace(/[.\s]+$/, '')
}

interface Named {
  readonly kind: string
  readonly namespace?: string | undefined
  readonly name: string
}

/** An object as sentences name it. */
export function nameOf({ kind, namespace, name }: Named): string {
  return `${kind} ${qualifiedName({ namespace, name })}`
}

/** A line about an object that is not judged, or judged by another client. */
export function lineAbout(ref: SeenRef, line: string, health?: Health): EvidenceLine {
  const { on, apiVersion, kind, namespace, name } = ref
  const place = namespace === undefined ? {} : { namespace: cleanLine(namespace, MAX_NAME) }
  return {
    cluster: on,
    object: {
      apiVersion: cleanLine(apiVersion, MAX_NAME),
      kind: cleanLine(kind, MAX_NAME),
      ...place,
      name: cleanLine(name, MAX_NAME),
    },
    health,
    line: quoteMessage(line),
  }
}

// The clocks of two clusters need not agree, so no time in an object is compared with ours.
const circumstances = { now: 0, reader: 'flux' } as const

/** A line about an object that was read: its health, and `said`, or what it says of itself. */
export function lineOf({ ref, fields }: SeenObject, said?: string): EvidenceLine {
  const { apiVersion, kind } = ref
  const object = { ...fields, apiVersion, kind }
  const { status, message } = evaluateHealth(object, circumstances)
  const judged = applyProofRules(object, { health: status, message })
  return lineAbout(ref, said ?? unseenWords(fields, message) ?? judged.message, judged.health)
}

// kstatus only says that the newest spec was not reached; what keeps a controller from it, the controller says itself.
function unseenWords(fields: SeenObject['fields'], message: string): string | undefined {
  if (!message.includes('but latest observed generation is')) return undefined
  const ready = conditionOf({ fields }, 'Ready')
  return ready && ready.status !== 'True' && ready.message !== '' ? ready.message : undefined
}

/** A line about an object that is not there. */
export function lineOfAbsent(ref: SeenRef): EvidenceLine {
  return lineAbout(ref, 'does not exist', 'NotFound')
}

/** What a condition says, in one line. */
export function sayCondition({ type, status, reason, message }: SeenCondition): string {
  const words = message === '' ? '' : `: ${message}`
  return `${type}=${status}${reason === '' ? '' : ` ${reason}`}${words}`
}
