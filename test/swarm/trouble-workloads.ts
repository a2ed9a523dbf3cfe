import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { pick } from '../../src/simulator/clock/seeded-random.ts'
import { withConditions } from '../../src/simulator/models/conditions.ts'
import { writeByModel } from '../../src/simulator/models/model-write.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import { isThere } from './cluster-state.ts'
import type { Scene, Trouble } from './scene.ts'

/** The pods of a namespace are not ready any more. */
export const unhealthy: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  const namespace = pick(random, ['flux-system', 'karpenter', 'extras', 'network']) ?? ''
  return makeUnhealthy(scene, name, namespace)
}

/** Makes the pods of a namespace unready, and gives the way back. */
export function makeUnhealthy(scene: Scene, name: string, namespace: string): (() => void) | undefined {
  const workload = scene.workload(name)
  if (workload === undefined) return undefined
  setReady(workload, namespace, 'False')
  return () => setReady(workload, namespace, 'True')
}

function setReady(workload: Store, namespace: string, status: 'True' | 'False'): void {
  const kind = workload.kinds.named('v1', 'Pod')
  const ready = { type: 'Ready', status, reason: status === 'True' ? '' : 'ContainersNotReady' } as const
  const isOurs = ({ metadata, status: said }: KubeObject) =>
    metadata.namespace === namespace && (said as { phase?: unknown } | undefined)?.phase === 'Running'
  for (const pod of workload.snapshotAt(workload.revision, { group: '', plural: 'pods' }).filter(isOurs))
    if (kind) writeByModel(workload, kind, withConditions(pod, workload.timestamp(), [ready]))
}

/** An API server answers, and says that it is not ready. */
export const notReady: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  const workload = scene.workload(name)
  if (workload === undefined) return undefined
  workload.isReady = false
  return () => (workload.isReady = true)
}

/** A cluster that is never reached again, whatever heals. */
export const loseCluster: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  // One that goes is followed by another one, to which there is a way.
  const isFree = !scene.astray.has(name) && isThere(scene.cluster(name)) && scene.workload(name) !== undefined
  if (scene.lost.size > 0 || !isFree) return undefined
  scene.lost.add(name)
  scene.cutShort.add(name)
  scene.link(name)?.set({ kind: pick(random, ['down', 'silent']) ?? 'down' })
  return undefined
}
