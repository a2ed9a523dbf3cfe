import { isFields } from '../../domain/health/read-field.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { kindKey } from '../kinds/kind.ts'
import type { Store } from '../store/store.ts'

// What may differ between two runs that came to the same: when, in which version, and under which identifier.
const masked: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'deletionTimestamp',
  'generation',
  'lastAppliedTime',
  'lastTransitionTime',
  'lastUpdateTime',
  'managedFields',
  'observedGeneration',
  'openedAt',
  'readyAt',
  'resourceVersion',
  'since',
  'startTime',
  'uid',
])

/** All that is in a store, but for times, versions and identifiers; events and leases tell of the way and not of its end. */
export function endState(store: Store): Readonly<Record<string, unknown>> {
  const kinds = store.kinds.all().filter(({ kind }) => kind !== 'Event' && kind !== 'Lease')
  const objects = kinds.flatMap(kind =>
    store
      .snapshotAt(store.revision, kind)
      .map(object => [`${kindKey(kind)} ${nameOf(object)}`, mask(object)] as const),
  )
  return Object.fromEntries(objects.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function nameOf({ metadata }: KubeObject): string {
  return [metadata.namespace, metadata.name].filter(Boolean).join('/')
}

function mask(value: unknown): unknown {
  if (Array.isArray(value)) return inOrder(value.map(mask))
  if (!isFields(value)) return value
  const kept = Object.entries(value).filter(([name]) => !masked.has(name))
  return Object.fromEntries(
    kept.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, mask(field)]),
  )
}

// Lists by name or type are in the order in which their items came.
function inOrder(items: readonly unknown[]): readonly unknown[] {
  const isKeyed = items.every(item => isFields(item) && keys.some(key => key in item))
  return isKeyed ? items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items
}

const keys = ['type', 'clusterResourceSetName', 'name', 'hash']
