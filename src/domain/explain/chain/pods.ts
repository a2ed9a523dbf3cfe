import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import { compileLabelSelector } from '../../labels/label-selector.ts'
import { SelectorError } from '../../labels/selector-error.ts'
import { formatSelector } from '../../labels/selector.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionOf, type SeenRef, type SeenObject } from '../seen-object.ts'

/** The pods that the selector of an object chooses and that are not ready, those of its newest revision first. */
export function unreadyPods(object: SeenObject, inquiry: Inquiry): readonly SeenRef[] {
  const labels = selectorText(object)
  const { on, namespace } = object.ref
  if (labels === undefined || namespace === undefined) return []
  const pods = inquiry.list({ on, apiVersion: 'v1', kind: 'Pod', namespace, labels })
  const newest = newestReplicaSet(object, inquiry)[0]?.name
  if (pods.kind !== 'listed') return []
  return pods.objects
    .filter(isWaitedFor)
    .toSorted((a, b) => rank(a, newest) - rank(b, newest) || (a.ref.name < b.ref.name ? -1 : 1))
    .map(pod => pod.ref)
}

// Those of an older revision, and those that have ended or are going, have been replaced by others.
function rank({ fields }: SeenObject, newest: string | undefined): number {
  const metadata = partOf(fields, 'metadata')
  const isOld =
    newest !== undefined && !itemsIn(metadata, 'ownerReferences').some(one => textIn(one, 'name') === newest)
  const isGoing =
    textIn(metadata, 'deletionTimestamp') !== '' || textIn(partOf(fields, 'status'), 'phase') === 'Failed'
  return (isOld ? 2 : 0) + (isGoing ? 1 : 0)
}

function isWaitedFor(pod: SeenObject): boolean {
  const phase = textIn(partOf(pod.fields, 'status'), 'phase')
  return phase !== 'Succeeded' && conditionOf(pod, 'Ready')?.status !== 'True'
}

const revision = 'deployment.kubernetes.io/revision'

/** The ReplicaSet of the newest revision of a Deployment; none if there is none, or it was not read. */
export function newestReplicaSet(object: SeenObject, inquiry: Inquiry): readonly SeenRef[] {
  return replicaSetsOf(object, inquiry)
    .slice(0, 1)
    .map(({ ref }) => ref)
}

/** The ReplicaSets of a Deployment, the newest revision first; none if they were not read. */
export function replicaSetsOf(object: SeenObject, inquiry: Inquiry): readonly SeenObject[] {
  const { on, namespace, kind, name } = object.ref
  const labels = selectorText(object)
  if (kind !== 'Deployment' || labels === undefined || namespace === undefined) return []
  const sets = inquiry.list({ on, apiVersion: 'apps/v1', kind: 'ReplicaSet', namespace, labels })
  if (sets.kind !== 'listed') return []
  return sets.objects
    .filter(({ fields }) =>
      itemsIn(partOf(fields, 'metadata'), 'ownerReferences').some(owner => textIn(owner, 'name') === name),
    )
    .toSorted((a, b) => revisionOf(b) - revisionOf(a))
}

function revisionOf({ fields }: SeenObject): number {
  return Number(textIn(partOf(partOf(fields, 'metadata'), 'annotations'), revision)) || 0
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
