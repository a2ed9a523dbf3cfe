import { countIn } from '../../health/read-field.ts'
import { type Fields, isFields, partOf, textIn } from '../../object/fields.ts'
import type { ProofFinding } from './evidence.ts'
import { neverReported } from './never-reported.ts'
import { reportedConditions } from './reported-conditions.ts'
import { reportedTrouble } from './reported-trouble.ts'

/** Looks at an object that kstatus judged, and says if that is not good enough, or too strict, for a proof. */
type ProofRule = (object: Fields, judged: ProofFinding) => ProofFinding | undefined

// What is wanted is told before what became of it; what holds for every kind comes last.
const rules: readonly ProofRule[] = [
  staticRepository,
  endedBadly,
  onlyIfCurrent(wantsNothing),
  onlyIfCurrent(neverReported),
  onlyIfCurrent(budgetNotKept),
  onlyIfCurrent(noAddress),
  onlyIfCurrent(reportedTrouble),
]

/** Judges an object again where a proof must know better than kstatus. */
export function applyProofRules(object: Fields, judged: ProofFinding): ProofFinding {
  for (const rule of rules) {
    const finding = rule(object, judged)
    if (finding) return finding
  }
  return judged
}

function onlyIfCurrent(rule: (object: Fields) => ProofFinding | undefined): ProofRule {
  return (object, { health }) => (health === 'Current' ? rule(object) : undefined)
}

// No controller works on it, so that its status stays as it was made: for kstatus that is in progress for ever.
function staticRepository(object: Fields): ProofFinding | undefined {
  const isStatic =
    textIn(object, 'kind') === 'HelmRepository' && textIn(partOf(object, 'spec'), 'type') === 'oci'
  return isStatic ? { health: 'Current', message: 'A HelmRepository of type oci has no state' } : undefined
}

// For kstatus a pod that has ended is done, however it ended.
function endedBadly(object: Fields, { message }: ProofFinding): ProofFinding | undefined {
  const isLost = textIn(object, 'kind') === 'Pod' && textIn(partOf(object, 'status'), 'phase') === 'Failed'
  return isLost ? { health: 'Failed', message } : undefined
}

const nothingWanted: Readonly<Record<string, (object: Fields) => string | undefined>> = {
  DaemonSet: hasNoNode,
  Job: object => isSuspended(object) ?? wantsNoCompletions(object),
  CronJob: isSuspended,
  PodDisruptionBudget: selectsNoPod,
}

// What wants no pods has all of them. It is well, and says nothing about the add-on.
function wantsNothing(object: Fields): ProofFinding | undefined {
  const kind = textIn(object, 'kind')
  const ownRule = Object.hasOwn(nothingWanted, kind) ? nothingWanted[kind] : undefined
  const reason = wantsNoReplicas(object) ?? ownRule?.(object)
  return reason === undefined
    ? undefined
    : { health: 'InProgress', message: `${reason}, so nothing is proven` }
}

function wantsNoReplicas(object: Fields): string | undefined {
  return countIn(partOf(object, 'spec'), 'replicas', 1) === 0 ? '0 replicas are desired' : undefined
}

function wantsNoCompletions(object: Fields): string | undefined {
  return countIn(partOf(object, 'spec'), 'completions', 1) === 0 ? '0 completions are desired' : undefined
}

function hasNoNode(object: Fields): string | undefined {
  const nodes = countIn(partOf(object, 'status'), 'desiredNumberScheduled', 1)
  return nodes === 0 ? 'No node matches it' : undefined
}

function isSuspended(object: Fields): string | undefined {
  return partOf(object, 'spec')['suspend'] === true ? 'It is suspended' : undefined
}

function selectsNoPod(object: Fields): string | undefined {
  return countIn(partOf(object, 'status'), 'expectedPods', 1) === 0 ? 'It selects no pod' : undefined
}

// That no disruption is allowed is what it is for; that pods are not healthy, or nobody can count them, is not.
function budgetNotKept(object: Fields): ProofFinding | undefined {
  if (textIn(object, 'kind') !== 'PodDisruptionBudget') return undefined
  const lost = reportedConditions(object).find(({ reason }) => reason === 'SyncFailed')
  if (lost)
    return { health: 'InProgress', message: `Condition ${lost.type} is ${lost.status}: ${lost.message}` }
  const status = partOf(object, 'status')
  const [is, wanted] = [countIn(status, 'currentHealthy', 0), countIn(status, 'desiredHealthy', 0)]
  return is < wanted ? { health: 'InProgress', message: `Healthy: ${is}/${wanted}` } : undefined
}

// For kstatus its address inside of the cluster is enough. An Ingress is left out: many controllers never write one.
function noAddress(object: Fields): ProofFinding | undefined {
  if (textIn(object, 'kind') !== 'Service' || textIn(object, 'apiVersion') !== 'v1') return undefined
  if (textIn(partOf(object, 'spec'), 'type') !== 'LoadBalancer') return undefined
  const { ingress } = partOf(partOf(object, 'status'), 'loadBalancer')
  const hasAddress = Array.isArray(ingress) && ingress.some(isFields)
  return hasAddress ? undefined : { health: 'InProgress', message: 'The load balancer has no address yet' }
}
