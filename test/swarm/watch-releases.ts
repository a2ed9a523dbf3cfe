import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { conditionOf } from '../../src/simulator/models/conditions.ts'
import type { Model, Store } from '../../src/simulator/store/store.ts'

/** Watches the releases of every workload cluster from its beginning, and tells whenever one is ready no more. */
export function watchReleases(
  management: Store,
  workloadOf: (cluster: string) => Store | undefined,
  tell: (cluster: string) => void,
): void {
  const watched = new WeakSet<Store>()
  const changed: Model['changed'] = ({ kind }, { before, after }) => {
    if (kind !== 'Secret' || before !== undefined || after === undefined) return
    // Its kubeconfig is the first that there is of a cluster.
    const cluster = after.metadata.name.replace(/-kubeconfig$/, '')
    const store = workloadOf(cluster)
    if (store === undefined || watched.has(store)) return
    watched.add(store)
    store.attach(releases(() => tell(cluster)))
  }
  management.attach({ changed, restored: () => undefined })
}

function releases(tell: () => void): Model {
  return {
    changed: ({ kind }, { before, after }) => {
      if (kind === 'HelmRelease' && isReady(before) && !isReady(after)) tell()
    },
    restored: () => undefined,
  }
}

function isReady(release: KubeObject | undefined): boolean {
  return conditionOf(release, 'Ready')?.['status'] === 'True'
}
