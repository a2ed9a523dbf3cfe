import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Store } from '../store/store.ts'
import { bring } from './brought-objects.ts'
import { hasSource } from './flux-kinds.ts'
import { sayReady } from './flux-status.ts'
import { unmetDependency } from './unmet-dependency.ts'

/** What a Kustomization brings. */
export type Tree = (kustomization: KubeObject) => readonly KubeObject[]

/** How soon one that waits is looked at again, if nothing tells. */
const RETRY_MS = 30_000

/** Brings a Kustomization a step further; gives in how many milliseconds it is to be looked at again. */
export function reconcileKustomization(store: Store, object: KubeObject, treeOf: Tree): number | undefined {
  const hold = (reason: string, message: string): number => {
    sayReady(store, object, { status: 'False', reason, message, isDone: false })
    return RETRY_MS
  }
  if (!hasSource(store, object)) return hold('ArtifactFailed', 'Source artifact not found, retrying in 30s')
  const unmet = unmetDependency(store, object)
  if (unmet !== undefined) return hold('DependencyNotReady', unmet)
  if (!bring(store, treeOf(object))) return hold('ReconciliationFailed', 'an object is rejected')
  sayReady(store, object, { status: 'True', reason: 'ReconciliationSucceeded', isDone: true })
  return undefined
}
