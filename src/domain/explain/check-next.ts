import { API_VERSION } from '../api/api-names.ts'
import { nameOf } from './claim.ts'
import type { Fact } from './explain-facts.ts'
import { readId, type Inquiry } from './inquiry.ts'
import { keeperOf } from './kept-by.ts'
import type { SeenRef } from './seen-object.ts'
import type { Advice } from './show/advice.ts'
import type { NextAction } from './why.ts'

/** Keeps of each advice what can be done: a command is shown only if what it names was seen as the command needs it. */
export function checkNext(next: readonly Advice[], inquiry: Inquiry): readonly NextAction[] {
  const kept = next.flatMap(({ needs, changes, isAlternative = false, ...action }): readonly NextAction[] => {
    if (!needs || presenceOf(needs.ref, inquiry) === needs.is)
      return lasting(action, { ref: changes, isAlternative }, inquiry)
    return needs.otherwise === 'text' ? [{ text: action.text }] : []
  })
  // The same command twice says nothing more the second time.
  return kept.filter(
    ({ command }, index) =>
      command === undefined || kept.findIndex(other => other.command === command) === index,
  )
}

// What is taken back is no fix: it belongs where the object comes from.
function lasting(
  action: NextAction,
  { ref, isAlternative }: { readonly ref: SeenRef | undefined; readonly isAlternative: boolean },
  inquiry: Inquiry,
): readonly NextAction[] {
  // Kubernetes lets nobody change the template of a Job.
  if (ref?.kind === 'Job' && action.patch?.includes('template:') === true)
    return [{ text: `${action.text}; delete ${nameOf(ref)} first: the template of a Job is immutable` }]
  const keeper = ref && keeperOf(ref, inquiry)
  if (!keeper) return [action]
  const { where, takesBack } = keeper
  const text = `${action.text}: in ${where}`
  // Another way is for now only; one that cannot be gone is none.
  if (takesBack === 'later')
    return [isAlternative ? action : { ...action, text: `${action.text}, and make it permanent in ${where}` }]
  if (action.command === undefined && action.patch === undefined) return [{ ...action, text }]
  if (isAlternative) return []
  return [{ text: `${text}; a change on the cluster is reverted` }]
}

type Presence = 'there' | 'absent' | 'unknown'

function presenceOf(ref: SeenRef, inquiry: Inquiry): Presence {
  const known = ref.on === 'Management' ? knownOf(ref, inquiry) : undefined
  if (known) return known.kind === 'read' ? 'there' : known.kind === 'absent' ? 'absent' : 'unknown'
  const seen = inquiry.find(ref)
  if (seen === 'unread') return 'unknown'
  return typeof seen === 'string' ? 'absent' : 'there'
}

// Some objects beside the cluster are read for every answer, and need not be asked for.
function knownOf(ref: SeenRef, { facts }: Inquiry): Fact<unknown> | undefined {
  const { namespace, name } = facts
  const isHere = ref.namespace === namespace
  if (!isHere) return undefined
  if (ref.kind === 'ClusterResourceSet') return facts.resourceSets.get(ref.name)
  const own = (kind: string, apiVersion: string) =>
    readId(ref) === readId({ on: 'Management', apiVersion, kind, namespace, name })
  if (ref.kind === 'Cluster' && ref.name === name) return facts.cluster
  return own('ClusterFitout', API_VERSION) ? facts.status : undefined
}
