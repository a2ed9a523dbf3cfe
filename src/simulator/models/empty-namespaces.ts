import { partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Model, Store } from '../store/store.ts'
import type { StoreChange } from '../store/table.ts'
import { deleteByModel, writeByModel } from './model-write.ts'

const DELAY_MS = 300

/** Deletes all that is in a deleted namespace, and then the namespace itself. */
export function emptyNamespaces(store: Store): Model {
  const ending = new Set<string>()

  const look = (name: string): void => {
    if (ending.has(name)) return
    ending.add(name)
    store.clock.after(DELAY_MS, () => {
      ending.delete(name)
      emptyNamespace(store, name)
    })
  }
  const changed = (kind: Kind, { after, before }: StoreChange): void => {
    if (isNamespace(kind) && after?.metadata.deletionTimestamp !== undefined) look(after.metadata.name)
    const home = after === undefined ? before?.metadata.namespace : undefined
    // The last thing that was held has gone: the namespace can continue.
    if (home !== undefined && find(store, home)?.metadata.deletionTimestamp !== undefined) look(home)
  }
  const restored = (): void => {
    for (const kind of store.kinds.all().filter(isNamespace))
      for (const object of store.table(kind).objects())
        if (object.metadata.deletionTimestamp) look(object.metadata.name)
  }
  return { changed, restored }
}

function isNamespace({ group, kind }: Kind): boolean {
  return group === '' && kind === 'Namespace'
}

function find(store: Store, name: string): KubeObject | undefined {
  return store.table({ group: '', plural: 'namespaces' }).get(name)
}

function emptyNamespace(store: Store, name: string): void {
  const namespace = find(store, name)
  const own = store.kinds.named('v1', 'Namespace')
  if (namespace?.metadata.deletionTimestamp === undefined || own === undefined) return
  const kinds = store.kinds.all().filter(kind => kind.scope === 'Namespaced')
  for (const kind of kinds)
    for (const object of contents(store, kind, name)) deleteByModel(store, kind, object)
  if (kinds.some(kind => contents(store, kind, name).length > 0)) return
  writeByModel(store, own, { ...namespace, spec: { ...partOf(namespace, 'spec'), finalizers: [] } })
}

function contents(store: Store, kind: Kind, namespace: string): readonly KubeObject[] {
  return [...store.table(kind).listAt(store.revision, { prefix: `${namespace}/` })].map(
    ([, object]) => object,
  )
}
