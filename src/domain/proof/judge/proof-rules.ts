import { readConditions } from '../../health/read-conditions.ts'
import { countIn, type Fields, partOf, textIn } from '../../health/read-field.ts'
import type { Finding } from './evidence.ts'

/** Looks at an object that kstatus judged, and says if that is not good enough, or too strict, for a proof. */
type ProofRule = (object: Fields, judged: Finding) => Finding | undefined

const rules: readonly ProofRule[] = [staticRepository, endedBadly, neverReady, wantsNothing]

/** Judges an object anew where a proof must know better than kstatus. */
export function applyProofRules(object: Fields, judged: Finding): Finding {
  for (const rule of rules) {
    const finding = rule(object, judged)
    if (finding) return finding
  }
  return judged
}

// No controller works on it, so that its status stays as it was made: for kstatus that is in progress for ever.
function staticRepository(object: Fields): Finding | undefined {
  const isStatic =
    textIn(object, 'kind') === 'HelmRepository' && textIn(partOf(object, 'spec'), 'type') === 'oci'
  return isStatic ? { health: 'Current', message: 'A HelmRepository of type oci has no state' } : undefined
}

// For kstatus a pod that has ended is done, however it ended.
function endedBadly(object: Fields, { message }: Finding): Finding | undefined {
  const isLost = textIn(object, 'kind') === 'Pod' && textIn(partOf(object, 'status'), 'phase') === 'Failed'
  return isLost ? { health: 'Failed', message } : undefined
}

const fluxGroups = /^(?:helm|kustomize|source)\.toolkit\.fluxcd\.io\//

// A controller of Flux marks what is suspended as seen, and says nothing of it: for kstatus that is all it takes.
function neverReady(object: Fields, { health }: Finding): Finding | undefined {
  if (health !== 'Current' || !fluxGroups.test(textIn(object, 'apiVersion'))) return undefined
  if (readConditions(object).some(({ type }) => type === 'Ready')) return undefined
  return { health: 'InProgress', message: 'Flux has not said that it is ready, which proves nothing' }
}

const nothingWanted: Readonly<Record<string, (object: Fields) => string | undefined>> = {
  Deployment: wantsNoReplicas,
  StatefulSet: wantsNoReplicas,
  ReplicaSet: wantsNoReplicas,
  DaemonSet: hasNoNode,
  Job: isSuspended,
}

// What wants no pods has all of them. It is well, and tells nothing about the add-on.
function wantsNothing(object: Fields, { health }: Finding): Finding | undefined {
  if (health !== 'Current') return undefined
  const kind = textIn(object, 'kind')
  const reason = Object.hasOwn(nothingWanted, kind) ? nothingWanted[kind]?.(object) : undefined
  return reason === undefined
    ? undefined
    : { health: 'InProgress', message: `${reason}, which proves nothing` }
}

function wantsNoReplicas(object: Fields): string | undefined {
  return countIn(partOf(object, 'spec'), 'replicas', 1) === 0 ? 'Wants 0 replicas' : undefined
}

function hasNoNode(object: Fields): string | undefined {
  const nodes = countIn(partOf(object, 'status'), 'desiredNumberScheduled', 1)
  return nodes === 0 ? 'There is no node for it' : undefined
}

function isSuspended(object: Fields): string | undefined {
  return partOf(object, 'spec')['suspend'] === true ? 'It is suspended' : undefined
}
