import { Meter } from '../../cel/plan/meter.ts'
import { type Fields, isFields, partOf, textIn } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import { type Labels, matchesSelector } from '../../labels/selector.ts'
import { answerTo } from '../read/answer-to.ts'
import type { ProofReading } from '../read/query.ts'
import type { LabelTarget, ResolvedObject } from '../resolve/resolved-proof.ts'
import { compareObjects, compareTexts, type Evidence, evidenceOf, type ProofFinding } from './evidence.ts'
import { judgeFound } from './judge-found.ts'

/** What the expressions of one entry may cost over all objects: a tenth of a second at the most. */
const MAX_COST = 100_000
/** What they may cost for one object, however many there are: twenty conditions are looked through for less. */
const LEAST_COST = 1_000

/** What all expressions of one step may cost at one look. */
export interface StepBudget {
  readonly limit: number
  left: number
}

/** Judges what one entry of a proof asks for: at least one piece of evidence, in an order that does not depend on the reading. */
export function judgeObject(
  asked: ResolvedObject,
  reading: ProofReading,
  budget: StepBudget,
): readonly Evidence[] {
  const answer = answerTo(asked, reading)
  switch (answer.kind) {
    case 'unread':
      return [aboutAll(asked, { health: 'Unknown', message: answer.reason })]
    case 'not-served': {
      const message = `The cluster serves no ${asked.kind} of ${asked.apiVersion}`
      return [aboutAll(asked, { health: 'NotFound', message })]
    }
    default:
      return judgeAnswer(asked, answer.objects, budget)
  }
}

function judgeAnswer(
  asked: ResolvedObject,
  objects: readonly unknown[],
  budget: StepBudget,
): readonly Evidence[] {
  const meant = objects.filter(isFields).filter(fields => isMeant(asked, fields))
  // Where the budget ends must not depend on the order of the reading.
  if (meant.length > 1 && (asked.current || asked.failed)) meant.sort(compareNames)
  const costLimit = Math.max(LEAST_COST, Math.floor(MAX_COST / Math.max(1, meant.length)))
  const found = meant.map(fields => evidenceOn(asked, { fields, costLimit, budget }))
  if (found.length > 1) found.sort(compareObjects)
  const { target } = asked
  if (target.by === 'labels') return judgeCount(asked, target, found)
  return found.length > 0 ? found : [aboutAll(asked, { health: 'NotFound', message: 'Not found' })]
}

interface Seen {
  readonly costLimit: number
  readonly cost: number
  readonly evidence: Evidence
}

// Most objects of a cluster are as they were at the last look; what is asked of them is the same for all clusters.
const seenFor = oncePerObject((_: ResolvedObject) => new WeakMap<Fields, Seen>())

interface Candidate {
  readonly fields: Fields
  readonly costLimit: number
  readonly budget: StepBudget
}

function evidenceOn(asked: ResolvedObject, { fields, costLimit, budget }: Candidate): Evidence {
  const seen = seenFor(asked)
  const known = seen.get(fields)
  // What is remembered counts as if it were done again: a verdict must not depend on what was seen before.
  if (known?.costLimit === costLimit && known.cost <= budget.left) {
    budget.left -= known.cost
    return known.evidence
  }
  const limit = Math.min(costLimit, budget.left)
  const meter = new Meter(limit)
  const finding = judgeFound(asked, { fields, meter })
  const cost = Math.min(limit, limit - meter.left)
  budget.left -= cost
  if (meter.left < 0 && limit < costLimit) return evidenceOf(asked, nameOf(fields), notEvaluated(budget))
  const evidence = evidenceOf(asked, nameOf(fields), finding)
  seen.set(fields, { costLimit, cost, evidence })
  return evidence
}

function notEvaluated({ limit }: StepBudget): ProofFinding {
  const cause = `the expressions of this step cost more than ${limit} together`
  return { health: 'Unknown', message: `Not evaluated: ${cause}` }
}

function judgeCount(
  asked: ResolvedObject,
  target: LabelTarget,
  found: readonly Evidence[],
): readonly Evidence[] {
  const { count, isEnough } = target
  if (isEnough) {
    const current = found.filter(({ health }) => health === 'Current')
    if (current.length >= count && count > 0) return current.slice(0, count)
  }
  if (found.length < count) {
    const health = found.length === 0 ? 'NotFound' : 'InProgress'
    return [aboutAll(asked, { health, message: `Found ${found.length} of ${count}` }), ...found]
  }
  return found.length > 0 ? found : [aboutAll(asked, { health: 'Current', message: 'Found 0 of 0' })]
}

// Evidence that is not about a single object that was read.
function aboutAll(asked: ResolvedObject, finding: ProofFinding): Evidence {
  const { target, namespace } = asked
  const name = target.by === 'name' ? target.name : target.text || '*'
  return evidenceOf(asked, { name, namespace }, finding)
}

function isMeant({ namespace, target }: ResolvedObject, object: Fields): boolean {
  const metadata = partOf(object, 'metadata')
  if (namespace !== undefined && textIn(metadata, 'namespace') !== namespace) return false
  if (target.by === 'name') return textIn(metadata, 'name') === target.name
  return matchesSelector(target.selector, labelsOf(metadata))
}

function labelsOf(metadata: Fields): Labels {
  const entries = Object.entries(partOf(metadata, 'labels'))
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === 'string' ? value : '']))
}

function nameOf(object: Fields): { readonly name: string; readonly namespace: string | undefined } {
  const metadata = partOf(object, 'metadata')
  return { name: textIn(metadata, 'name'), namespace: textIn(metadata, 'namespace') }
}

function compareNames(a: Fields, b: Fields): number {
  const [one, other] = [nameOf(a), nameOf(b)]
  return compareTexts(one.namespace ?? '', other.namespace ?? '') || compareTexts(one.name, other.name)
}
