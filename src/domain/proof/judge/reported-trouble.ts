import { countIn } from '../../health/read-field.ts'
import { type Fields, partOf, textIn } from '../../object/fields.ts'
import { isFinal, polarityOf } from './condition-polarity.ts'
import type { ProofFinding } from './evidence.ts'
import { reportedConditions, type ReportedCondition } from './reported-conditions.ts'

/** Says what an object of any kind reports of itself that keeps it from working; undefined if it reports nothing such. */
export function reportedTrouble(object: Fields): ProofFinding | undefined {
  const conditions = isCompletedPod(object) ? [] : reportedConditions(object)
  return (
    conditionTrouble(conditions, partOf(object, 'metadata')['generation']) ??
    replicaTrouble(object) ??
    // Whoever has a condition that sums it up knows better what its other words mean.
    (conditions.some(isSummary) ? undefined : summaryTrouble(partOf(object, 'status')))
  )
}

// It is done, so that nothing of it is ready any more.
function isCompletedPod(object: Fields): boolean {
  return textIn(object, 'kind') === 'Pod' && textIn(partOf(object, 'status'), 'phase') === 'Succeeded'
}

function isSummary({ type, list }: ReportedCondition): boolean {
  return list === undefined && polarityOf(type) === 'works'
}

function conditionTrouble(
  conditions: readonly ReportedCondition[],
  generation: unknown,
): ProofFinding | undefined {
  const found = conditions.flatMap(condition => troubleIn(condition, generation) ?? [])
  return found.find(({ health }) => health === 'Failed') ?? found[0]
}

function troubleIn(condition: ReportedCondition, generation: unknown): ProofFinding | undefined {
  const { type, status, observedGeneration: observed } = condition
  const polarity = polarityOf(type)
  if (polarity === undefined || (polarity === 'fails' && status === 'False')) return undefined
  if (polarity === 'fails') {
    // A condition without a status is there because it is so.
    const isSo = status === 'True' || status === ''
    return {
      health: isSo && isFinal(type) ? 'Failed' : 'InProgress',
      message: say(condition, status || 'True'),
    }
  }
  if (status !== 'True') return { health: 'InProgress', message: say(condition, status || 'Unknown') }
  if (typeof observed !== 'number' || typeof generation !== 'number' || observed >= generation)
    return undefined
  const message = `${nameOf(condition)} is for generation ${observed}, but the object is at generation ${generation}`
  return { health: 'InProgress', message }
}

function say(condition: ReportedCondition, status: string): string {
  const words = condition.message || condition.reason
  return `${nameOf(condition)} is ${status}${words === '' ? '' : `: ${words}`}`
}

function nameOf({ type, list }: ReportedCondition): string {
  return `Condition ${type}${list === undefined ? '' : ` in ${list}`}`
}

// Their controllers leave out what is zero.
const countsFromZero: ReadonlySet<string> = new Set(['StatefulSet', 'ReplicationController'])

const counted = [
  { field: 'readyReplicas', word: 'Ready' },
  { field: 'availableReplicas', word: 'Available' },
] as const

// Whoever counts its own replicas needs all of them.
function replicaTrouble(object: Fields): ProofFinding | undefined {
  const status = partOf(object, 'status')
  const wanted = countIn(partOf(object, 'spec'), 'replicas', -1)
  for (const { field, word } of counted) {
    const isLeftOut = field === 'readyReplicas' && countsFromZero.has(textIn(object, 'kind'))
    const is = countIn(status, field, isLeftOut ? 0 : wanted)
    if (is < wanted) return { health: 'InProgress', message: `${word}: ${is}/${wanted}` }
  }
  const missing = countIn(status, 'unavailableReplicas', 0)
  return missing > 0
    ? { health: 'InProgress', message: `Replicas that are not available: ${missing}` }
    : undefined
}

const failedWords = /^(?:failed|failure|error|errored|invalid)$/i
const openWords =
  /^(?:pending|provisioning|creating|installing|initializing|progressing|updating|upgrading|deleting|terminating|released|lost|unknown|missing|degraded|unavailable|unhealthy|notready|suspended|outofsync|partiallyfailed|failedvalidation|red)$/i

const flags = ['ready', 'readyToUse', 'healthy', 'available', 'attached'] as const

/** What the status says in one word or flag, where no condition sums it up. */
function summaryTrouble(status: Fields): ProofFinding | undefined {
  const words = [
    { name: 'Phase', word: textIn(status, 'phase') },
    { name: 'State', word: textIn(status, 'state') },
    { name: 'Health', word: textIn(status, 'health', textIn(partOf(status, 'health'), 'status')) },
    { name: 'Sync', word: textIn(partOf(status, 'sync'), 'status') },
  ]
  for (const { name, word } of words) {
    const message = `${name} is ${word}`
    if (failedWords.test(word)) return { health: 'Failed', message }
    if (openWords.test(word)) return { health: 'InProgress', message }
  }
  const flag = flags.find(name => status[name] === false)
  return flag === undefined ? undefined : { health: 'InProgress', message: `Its status has ${flag}: false` }
}
