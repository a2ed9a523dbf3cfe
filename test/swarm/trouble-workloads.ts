import { partOf } from '../../src/domain/object/fields.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { pick } from '../../src/simulator/clock/seeded-random.ts'
import { withConditions } from '../../src/simulator/models/conditions.ts'
import { putByModel, writeByModel } from '../../src/simulator/models/model-write.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import { isThere } from './cluster-state.ts'
import type { Scene, Trouble } from './scene.ts'
import { without } from './without.ts'

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

/** The controllers of a workload cluster stop, and what they should do is changed: nobody has looked at that yet. */
export const stopManager: Trouble = (scene, random) => {
  const workload = scene.workload(pick(random, scene.names) ?? '')
  const ref = pick(random, managed) ?? managed[0]
  if (workload === undefined || !workload.isManaged) return undefined
  workload.isManaged = false
  annotateTemplate(workload, ref, { 'example.com/changed': 'by hand' })
  return () => {
    annotateTemplate(workload, ref, undefined)
    workload.isManaged = true
  }
}

const managed = [
  { plural: 'daemonsets', key: 'network/cni-node' },
  { plural: 'deployments', key: 'flux-system/helm-controller' },
  { plural: 'deployments', key: 'extras/extras' },
] as const

function annotateTemplate(
  workload: Store,
  { plural, key }: (typeof managed)[number],
  annotations: Readonly<Record<string, string>> | undefined,
): void {
  const object = workload.table({ group: 'apps', plural }).get(key)
  if (object === undefined) return
  const spec = partOf(object, 'spec')
  const template = partOf(spec, 'template')
  const metadata = without(partOf(template, 'metadata'), 'annotations')
  const changed = { ...metadata, ...(annotations ? { annotations } : {}) }
  putByModel(workload, { ...object, spec: { ...spec, template: { ...template, metadata: changed } } })
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
