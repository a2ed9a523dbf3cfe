import { type Fields, isFields, partOf, textIn } from '../../health/read-field.ts'
import { oncePerObject } from '../../identity/once-per-object.ts'
import { type Labels, matchesSelector } from '../../labels/selector.ts'
import { answerTo } from '../read/answer-to.ts'
import type { ProofReading } from '../read/query.ts'
import type { LabelTarget, ResolvedObject } from '../resolve/resolved-proof.ts'
import { compareObjects, type Evidence, evidenceOf, type Finding } from './evidence.ts'
import { type FoundObject, judgeFound } from './judge-found.ts'

/** What the expressions of one entry may cost over all objects: a tenth of a second at the most. */
const MAX_COST = 100_000
/** What they may cost for one object, however many there are: twenty conditions are looked through for less. */
const LEAST_COST = 1_000

/** Judges what one entry of a proof asks for: at least one piece of evidence, in an order that does not depend on the reading. */
export function judgeObject(asked: ResolvedObject, reading: ProofReading): readonly Evidence[] {
  const answer = answerTo(asked, reading)
  switch (answer.kind) {
    case 'unread':
      return [aboutAll(asked, { health: 'Unknown', message: answer.reason })]
    case 'not-served': {
      const message = `The cluster serves no ${asked.kind} of ${asked.apiVersion}`
      return [aboutAll(asked, { health: 'NotFound', message })]
    }
    default:
      return judgeAnswer(asked, answer.objects)
  }
}

function judgeAnswer(asked: ResolvedObject, objects: readonly unknown[]): readonly Evidence[] {
  const meant = objects.filter(isFields).filter(fields => isMeant(asked, fields))
  const costLimit = Math.max(LEAST_COST, Math.floor(MAX_COST / Math.max(1, meant.length)))
  const found = meant.map(fields => evidenceOn(asked, { fields, costLimit }))
  if (found.length > 1) found.sort(compareObjects)
  const { target } = asked
  if (target.by === 'labels') return judgeCount(asked, target, found)
  return found.length > 0 ? found : [aboutAll(asked, { health: 'NotFound', message: 'Not found' })]
}

interface Seen {
  readonly costLimit: number
  readonly evidence: Evidence
}

// Most objects of a cluster are as they were at the last look; what is asked of them is the same for all clusters.
const seenFor = oncePerObject((_: ResolvedObject) => new WeakMap<Fields, Seen>())

function evidenceOn(asked: ResolvedObject, found: FoundObject): Evidence {
  const seen = seenFor(asked)
  const { fields, costLimit } = found
  const known = seen.get(fields)
  if (known?.costLimit === costLimit) return known.evidence
  const evidence = evidenceOf(asked, nameOf(fields), judgeFound(asked, found))
  seen.set(fields, { costLimit, evidence })
  return evidence
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
function aboutAll(asked: ResolvedObject, finding: Finding): Evidence {
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
