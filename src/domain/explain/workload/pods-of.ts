import { partOf, textIn } from '../../health/read-field.ts'
import { compileLabelSelector } from '../../labels/label-selector.ts'
import { SelectorError } from '../../labels/selector-error.ts'
import { formatSelector } from '../../labels/selector.ts'
import { lineOf } from '../claim.ts'
import type { Lead, Rule, Subject } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionOf, type SeenObject } from '../object/seen-object.ts'
import { claimRefusal } from '../refusal/claim-refusal.ts'
import { warningsAbout } from './warnings-about.ts'

/** The pods of a Deployment, DaemonSet, StatefulSet, ReplicaSet or Job that are not ready. */
export const podsOf: Lead = ({ object }, inquiry) => {
  const labels = object && selectorText(object)
  const namespace = object?.ref.namespace
  if (labels === undefined || namespace === undefined) return []
  const pods = inquiry.list({
    on: object?.ref.on ?? 'workload',
    apiVersion: 'v1',
    kind: 'Pod',
    namespace,
    labels,
  })
  if (pods.kind !== 'listed') return []
  return pods.objects
    .filter(isWaitedFor)
    .map(pod => pod.ref)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** A controller that may not make its pods: the API server refuses them. */
export const podsRefused: Rule = (subject, inquiry) => {
  const { object } = subject
  if (!object) return undefined
  const failure = conditionOf(object, 'ReplicaFailure')
  if (failure?.status === 'True') {
    return claimRefusal(
      { words: failure.message, about: object.ref, line: words => lineOf(object, words) },
      inquiry,
    )
  }
  return refusedByEvent(subject, inquiry)
}

// DaemonSets and StatefulSets have no condition for it.
function refusedByEvent({ object }: Subject, inquiry: Inquiry) {
  if (!object || !lacksPods(object)) return undefined
  const [event] = warningsAbout(object.ref, inquiry, ['FailedCreate'])
  return (
    event &&
    claimRefusal({ words: event.message, about: object.ref, line: words => lineOf(object, words) }, inquiry)
  )
}

function lacksPods({ fields, ref }: SeenObject): boolean {
  const [status, spec] = [partOf(fields, 'status'), partOf(fields, 'spec')]
  if (ref.kind === 'DaemonSet')
    return countOf(status['currentNumberScheduled']) < countOf(status['desiredNumberScheduled'])
  if (ref.kind === 'Job') return countOf(status['active']) === 0
  return countOf(status['replicas']) < countOf(spec['replicas'] ?? 1)
}

function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

/** The selector of a controller of pods, as kubectl takes it; undefined if it has none that chooses. */
function selectorText({ fields }: SeenObject): string | undefined {
  const selector = partOf(fields, 'spec')['selector']
  if (selector === undefined) return undefined
  try {
    return formatSelector(compileLabelSelector(selector)) || undefined
  } catch (error) {
    if (error instanceof SelectorError) return undefined
    throw error
  }
}

function isWaitedFor(pod: SeenObject): boolean {
  const phase = textIn(partOf(pod.fields, 'status'), 'phase')
  return phase !== 'Succeeded' && conditionOf(pod, 'Ready')?.status !== 'True'
}
