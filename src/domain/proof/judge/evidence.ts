import type { Health } from '../../health/health.ts'
import type { Side } from '../read/query.ts'
import type { ResolvedObject } from '../resolve/resolved-proof.ts'
import { cleanLine, quoteMessage } from './quote-message.ts'

/** One judged object. */
export interface Evidence {
  readonly on: Side
  readonly object: EvidenceObject
  readonly health: Health
  /** What it says of itself: one line, no secrets, and the same for as long as the fact is the same. */
  readonly message: string
}

/** The object that evidence is about. For objects that were not found by their labels, the name is the selector. */
interface EvidenceObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}

/** What was found out about one object. */
export interface ProofFinding {
  readonly health: Health
  readonly message: string
}

const MAX_NAME = 253

/** Makes evidence of a finding about one of the objects that `asked` names. */
export function evidenceOf(
  { on, apiVersion, kind }: Pick<ResolvedObject, 'on' | 'apiVersion' | 'kind'>,
  { name, namespace }: { readonly name: string; readonly namespace: string | undefined },
  { health, message }: ProofFinding,
): Evidence {
  const place =
    namespace === undefined || namespace === '' ? {} : { namespace: cleanLine(namespace, MAX_NAME) }
  return {
    on,
    object: { apiVersion, kind, ...place, name: cleanLine(name, MAX_NAME) },
    health,
    message: quoteMessage(message),
  }
}

// What was seen to be wrong comes before what was not seen; of what was seen, the farthest from Current comes first.
const worstFirst: readonly Health[] = [
  'Failed',
  'Terminating',
  'NotFound',
  'InProgress',
  'Unknown',
  'Current',
]

/** Compares evidence, the worse one first. Zero if the order of the proof must decide. */
export function compareHealth(a: Evidence, b: Evidence): number {
  return worstFirst.indexOf(a.health) - worstFirst.indexOf(b.health)
}

/** Compares evidence about objects of one kind, so that the order in which they were read does not matter. */
export function compareObjects(a: Evidence, b: Evidence): number {
  return (
    compareTexts(a.object.namespace ?? '', b.object.namespace ?? '') ||
    compareTexts(a.object.name, b.object.name) ||
    compareHealth(a, b) ||
    compareTexts(a.message, b.message)
  )
}

/** Compares texts by their characters. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
