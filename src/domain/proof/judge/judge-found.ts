import { evaluateHealthRules } from '../../cel/evaluate-health-expressions.ts'
import type { Meter } from '../../cel/plan/meter.ts'
import { evaluateHealth } from '../../health/evaluate-health.ts'
import { type Fields, partOf, textIn } from '../../object/fields.ts'
import type { ResolvedObject } from '../resolve/resolved-proof.ts'
import type { ProofFinding } from './evidence.ts'
import { applyProofRules } from './proof-rules.ts'

/**
 * The clocks of two clusters need not agree, so no time in an object is compared with ours.
 *
 * At the beginning of time every pod is young: one without a node waits for it, and has not failed.
 */
const circumstances = { now: 0, reader: 'flux' } as const

/** An object that was found, and what counts the cost of its expressions. */
export interface FoundObject {
  readonly fields: Fields
  readonly meter: Meter
}

/** Judges an object that was found. */
export function judgeFound(asked: ResolvedObject, { fields, meter }: FoundObject): ProofFinding {
  const object = asSeen(asked, fields)
  // Flux does not ask this of Jobs; but what goes away proves nothing, whatever it says.
  if (textIn(partOf(object, 'metadata'), 'deletionTimestamp') !== '') {
    return { health: 'Terminating', message: 'Resource scheduled for deletion' }
  }
  const { status, message } = evaluateHealth(object, circumstances)
  const judged = { health: status, message }
  return judgeByExpressions(asked, { fields: object, meter }, judged) ?? applyProofRules(object, judged)
}

// Undefined if there is no expression, or only `failed` and the object has not.
function judgeByExpressions(
  { current, failed }: ResolvedObject,
  { fields, meter }: FoundObject,
  judged: ProofFinding,
): ProofFinding | undefined {
  if (!current && !failed) return undefined
  const rules = { ...(current ? { current } : {}), ...(failed ? { failed } : {}) }
  const result = evaluateHealthRules(rules, fields, { meter })
  if (!result.ok) {
    return { health: 'Unknown', message: `\`${result.field}\` cannot be evaluated: ${result.error.reason}` }
  }
  // What the object itself says is of use unless it contradicts.
  const words = judged.health === 'Current' || judged.message === '' ? '' : `: ${judged.message}`
  if (result.status === 'Failed') return { health: 'Failed', message: `\`failed\` is true${words}` }
  if (!current) return undefined
  if (result.status === 'Current') return { health: 'Current', message: '`current` is true' }
  return { health: 'InProgress', message: `\`current\` is not true${words}` }
}

// Items of lists do not say what they are. Expressions can ask for a status before there is one.
function asSeen({ apiVersion, kind }: ResolvedObject, found: Fields): Fields {
  if (kind === 'Secret') return { apiVersion, kind, metadata: visibleMetadata(found), status: {} }
  return { ...found, apiVersion, kind, status: found['status'] ?? {} }
}

const visibleFields = ['name', 'namespace', 'uid', 'labels', 'generation', 'deletionTimestamp'] as const

// An annotation may hold the whole Secret as it was applied.
function visibleMetadata(found: Fields): Fields {
  const metadata = partOf(found, 'metadata')
  return Object.fromEntries(visibleFields.map(field => [field, metadata[field]] as const).filter(isGiven))
}

function isGiven([, value]: readonly [string, unknown]): boolean {
  return value !== undefined
}
