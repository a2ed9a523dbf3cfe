import type { NextStep, NotYetCause, ResourceState } from './judge-resource.ts'
import { RESOURCE_SET_SECRET_TYPE } from './source.ts'

/** Says in a sentence where a source stands. The same words for the same state, so it may stand in a condition. */
export function describeResource(state: ResourceState): string {
  return `${state.ref.kind} "${state.ref.name}" ${predicate(state)}`
}

function predicate(state: ResourceState): string {
  switch (state.state) {
    case 'applied':
      return 'is applied'
    case 'stale':
      return `has changed since it was applied: ${again[state.next]}`
    case 'not-applied':
      return `is not applied: ${failures[state.cause]}; ${again[state.next]}`
    case 'missing':
      return state.wasApplied
        ? 'does not exist any more; what it delivered stays on the cluster'
        : 'does not exist; Cluster API skips it and reports no error'
    case 'wrong-type':
      return `has type "${state.type}" and needs "${RESOURCE_SET_SECRET_TYPE}"; until then nothing of the set is applied`
    case 'unreadable':
      return `cannot be read, so nothing of it is applied: ${state.error.reason}`
    case 'not-yet':
      return `is not applied yet: ${waitOf(state)}`
    case 'ghost':
      return `has an entry that is older than the set, which has applied nothing of it: ${ghostly[state.next]}`
    default:
      return state satisfies never
  }
}

/** What a source that is not applied yet waits for. */
export function waitOf({ cause }: Extract<ResourceState, { readonly state: 'not-yet' }>): string {
  return waits[cause]
}

const failures: Readonly<Record<'apply-failed' | 'unread', string>> = {
  'apply-failed': 'the cluster did not accept all of its objects',
  unread: 'it could not be read when it was last tried',
}

const again: Readonly<Record<NextStep, string>> = {
  applies: 'Cluster API will apply it again',
  waits: 'Cluster API will apply it again when the set is no longer blocked',
  nothing: 'strategy ApplyOnce does not apply it again',
}

const ghostly: Readonly<Record<NextStep, string>> = {
  ...again,
  applies: 'Cluster API will apply it',
  nothing: 'Cluster API considers it applied; delete the entry from the binding to have it applied',
}

const waits: Readonly<Record<NotYetCause, string>> = {
  'set-deleting': 'the set is being deleted',
  'set-paused': 'the set is paused',
  'set-blocked': 'a Secret of the set has the wrong type',
  'set-not-tried': 'Cluster API has not tried the set on this cluster',
  unreached: 'the cluster has not been reached, or the source is new',
}
