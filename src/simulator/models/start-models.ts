import type { Model, Store } from '../store/store.ts'
import { collectGarbage } from './collect-garbage.ts'
import { emptyNamespaces } from './empty-namespaces.ts'
import { serveDefinitions } from './serve-definitions.ts'

/** What every cluster does by itself: its API server and its controller manager. */
export function startModels(store: Store): readonly Model[] {
  return [serveDefinitions(store), collectGarbage(store), emptyNamespaces(store)]
}
