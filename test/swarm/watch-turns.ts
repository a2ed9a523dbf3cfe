import { evaluateHealth } from '../../src/domain/health/evaluate-health.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { Model, Store } from '../../src/simulator/store/store.ts'

/** What values and packs turn over, for as long as the new takes to replace the old. */
const kinds: ReadonlySet<string> = new Set(['DaemonSet', 'Deployment', 'HelmRelease'])

/** Watches every workload cluster from its beginning, and tells whenever something there is healthy no more. */
export function watchTurns(
  management: Store,
  workloadOf: (cluster: string) => Store | undefined,
  tell: (cluster: string, kind: string) => void,
): void {
  const watched = new WeakSet<Store>()
  const watch = ({ kind, metadata }: KubeObject): void => {
    if (kind !== 'Secret') return
    // Its kubeconfig is the first that there is of a cluster.
    const cluster = metadata.name.replace(/-kubeconfig$/, '')
    const store = workloadOf(cluster)
    if (store === undefined || watched.has(store)) return
    watched.add(store)
    store.attach(turns(turned => tell(cluster, turned)))
  }
  management.attach({
    changed: (_, { before, after }) => {
      if (before === undefined && after !== undefined) watch(after)
    },
    restored: () => {
      for (const secret of management.table({ group: '', plural: 'secrets' }).objects()) watch(secret)
    },
  })
}

function turns(tell: (kind: string) => void): Model {
  return {
    changed: ({ kind }, { before, after }) => {
      if (kinds.has(kind) && isHealthy(before) && !isHealthy(after)) tell(kind)
    },
    restored: () => undefined,
  }
}

function isHealthy(object: KubeObject | undefined): boolean {
  return object !== undefined && evaluateHealth(object, { now: 0, reader: 'flux' }).status === 'Current'
}
