import { API_VERSION } from '../api/api-names.ts'
import type { Fact } from './explain-facts.ts'
import { idOf, type Inquiry } from './inquiry.ts'
import type { ObjectRef } from './object/seen-object.ts'
import type { Advice } from './show/advice.ts'
import type { NextAction } from './why.ts'

/** Keeps of each advice what can be done: a command is shown only if what it names was seen as the command needs it. */
export function checkNext(next: readonly Advice[], inquiry: Inquiry): readonly NextAction[] {
  const kept = next.flatMap(({ needs, ...action }): readonly NextAction[] => {
    if (!needs || sightOf(needs.ref, inquiry) === needs.is) return [action]
    return needs.otherwise === 'text' ? [{ text: action.text }] : []
  })
  // The same command twice says nothing more the second time.
  return kept.filter(
    ({ command }, index) =>
      command === undefined || kept.findIndex(other => other.command === command) === index,
  )
}

type Sight = 'there' | 'absent' | 'unknown'

function sightOf(ref: ObjectRef, inquiry: Inquiry): Sight {
  const known = ref.on === 'management' ? knownOf(ref, inquiry) : undefined
  if (known) return known.kind === 'read' ? 'there' : known.kind === 'absent' ? 'absent' : 'unknown'
  const seen = inquiry.find(ref)
  if (seen === 'unread') return 'unknown'
  return typeof seen === 'string' ? 'absent' : 'there'
}

// Some objects beside the cluster are read for every answer, and need not be asked for.
function knownOf(ref: ObjectRef, { facts }: Inquiry): Fact<unknown> | undefined {
  const { namespace, name } = facts
  const isHere = ref.namespace === namespace
  if (!isHere) return undefined
  if (ref.kind === 'ClusterResourceSet') return facts.resourceSets.get(ref.name)
  const own = (kind: string, apiVersion: string) =>
    idOf(ref) === idOf({ on: 'management', apiVersion, kind, namespace, name })
  if (ref.kind === 'Cluster' && ref.name === name) return facts.cluster
  return own('ClusterFitout', API_VERSION) ? facts.status : undefined
}
