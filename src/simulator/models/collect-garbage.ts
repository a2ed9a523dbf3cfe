import type { KubeObject, OwnerReference } from '../../engine/api/kube-object.ts'
import { type Kind, kindKey } from '../kinds/kind.ts'
import type { Model, Store } from '../store/store.ts'
import { type StoreChange, objectKey } from '../store/table.ts'
import { deleteByModel, writeByModel } from './model-write.ts'

const DELAY_MS = 200

interface Dependent {
  readonly kind: Kind
  readonly key: string
}

/** Deletes what has owners, when the last of them is gone, and forgets owners that are gone while others are there. */
export function collectGarbage(store: Store): Model {
  const dependents = new Map<string, Map<string, Dependent>>()

  const look = (dependent: Dependent): void => {
    store.clock.after(DELAY_MS, () => collect(store, dependent))
  }
  const changed = (kind: Kind, { key, before, after }: StoreChange): void => {
    const dependent = { kind, key }
    const name = `${kindKey(kind)} ${key}`
    for (const { uid } of before?.metadata.ownerReferences ?? []) dependents.get(uid)?.delete(name)
    for (const { uid } of after?.metadata.ownerReferences ?? [])
      dependents.set(uid, (dependents.get(uid) ?? new Map()).set(name, dependent))
    const isNew = before?.metadata.ownerReferences !== after?.metadata.ownerReferences
    if (after?.metadata.ownerReferences !== undefined && isNew) look(dependent)
    const gone = after === undefined ? before?.metadata.uid : undefined
    if (gone === undefined) return
    for (const orphan of dependents.get(gone)?.values() ?? []) look(orphan)
    dependents.delete(gone)
  }
  const restored = (): void => {
    dependents.clear()
    for (const kind of store.kinds.all())
      for (const [key, object] of store.table(kind).listAt(store.revision))
        changed(kind, { revision: store.revision, key, before: undefined, after: object, last: object })
  }
  return { changed, restored }
}

function collect(store: Store, { kind, key }: Dependent): void {
  const object = store.table(kind).get(key)
  const owners = object?.metadata.ownerReferences ?? []
  if (object === undefined || owners.length === 0 || object.metadata.deletionTimestamp !== undefined) return
  const states = owners.map(owner => stateOf(store, { object, kind, owner }))
  // An owner that cannot be looked up may be there: nothing is done until it can.
  if (states.includes('unknown')) return
  const present = owners.filter((_, index) => states[index] === 'present')
  if (present.length === 0) deleteByModel(store, kind, object)
  else if (present.length < owners.length)
    writeByModel(store, kind, { ...object, metadata: { ...object.metadata, ownerReferences: present } })
}

interface Ownership {
  readonly object: KubeObject
  readonly kind: Kind
  readonly owner: OwnerReference
}

function stateOf(store: Store, { object, kind, owner }: Ownership): 'present' | 'absent' | 'unknown' {
  const ownerKind = store.kinds.named(owner.apiVersion, owner.kind)
  if (ownerKind === undefined) return 'unknown'
  const isNamespaced = ownerKind.scope === 'Namespaced'
  // What lives in no namespace cannot be owned by what lives in one.
  if (isNamespaced && kind.scope === 'Cluster') return 'unknown'
  const found = store
    .table(ownerKind)
    .get(objectKey(isNamespaced ? object.metadata.namespace : undefined, owner.name))
  return found?.metadata.uid === owner.uid ? 'present' : 'absent'
}
