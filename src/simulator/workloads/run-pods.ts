import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Model, Store } from '../store/store.ts'
import { type ModelCondition, withConditions } from '../models/conditions.ts'
import { KeyedTimers } from '../models/keyed-timers.ts'
import { writeByModel } from '../models/model-write.ts'
import { nodesFor } from './nodes.ts'

const SCHEDULE_MS = 100
/** From the node to a ready container; the lab's Deployments are available 0.8 s after their objects are there. */
const START_MS = 700

/** What runs pods. */
export interface PodOptions {
  /** Whether an image can be had. */
  readonly hasImage: (image: string) => boolean
}

/** The scheduler and the kubelets: a pod gets a node that fits it, and runs there if its images can be had. */
export function runPods(store: Store, { hasImage }: PodOptions): Model {
  const table = store.table({ group: '', plural: 'pods' })
  const pending = new Set<string>()
  const timers = new KeyedTimers(store.clock, key => {
    const pod = table.get(key)
    if (pod === undefined || isOver(pod)) return
    if (textIn(partOf(pod, 'spec'), 'nodeName') === '') schedule(pod, key)
    else write(store, started(store, pod, hasImage))
  })
  const schedule = (pod: KubeObject, key: string): void => {
    const spec = partOf(pod, 'spec')
    const [node] = nodesFor(store, spec)
    if (node === undefined) {
      pending.add(key)
      return write(store, unschedulable(store, pod))
    }
    pending.delete(key)
    const scheduled = { type: 'PodScheduled', status: 'True', reason: 'Scheduled' } as const
    const placed = { ...pod, spec: { ...spec, nodeName: node.metadata.name } }
    write(store, withConditions(placed, store.timestamp(), [scheduled]))
    timers.ask(key, START_MS)
  }
  const look = (key: string, pod: KubeObject): void => {
    const isPlaced = textIn(partOf(pod, 'spec'), 'nodeName') !== ''
    timers.ask(key, isPlaced ? START_MS : SCHEDULE_MS)
  }
  return {
    changed: ({ group, kind }, { key, before, after }) => {
      if (group !== '') return
      if (kind === 'Pod' && after === undefined) pending.delete(key)
      if (kind === 'Pod' && before === undefined && after !== undefined) look(key, after)
      if (kind === 'Node') for (const waiting of pending) timers.ask(waiting, SCHEDULE_MS)
    },
    restored: () => {
      pending.clear()
      for (const [key, pod] of table.listAt(store.revision)) look(key, pod)
    },
  }
}

function isOver(pod: KubeObject): boolean {
  const phase = textIn(partOf(pod, 'status'), 'phase')
  return phase === 'Running' || phase === 'Succeeded'
}

function unschedulable(store: Store, pod: KubeObject): KubeObject {
  const message = '0 nodes are available that fit the pod'
  const said = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message } as const
  return withPhase(withConditions(pod, store.timestamp(), [said]), { phase: 'Pending' })
}

function started(store: Store, pod: KubeObject, hasImage: (image: string) => boolean): KubeObject {
  const spec = partOf(pod, 'spec')
  const containers = (Array.isArray(spec['containers']) ? spec['containers'] : []).filter(isFields)
  const images = containers.map(container => textIn(container, 'image'))
  const isRunning = images.every(hasImage)
  // What a Job starts comes to an end.
  const isJob = pod.metadata.ownerReferences?.some(({ kind }) => kind === 'Job') === true
  const phase = isRunning ? (isJob ? 'Succeeded' : 'Running') : 'Pending'
  const ready: ModelCondition = {
    type: 'Ready',
    status: isRunning && !isJob ? 'True' : 'False',
    reason: isRunning ? (isJob ? 'PodCompleted' : '') : 'ContainersNotReady',
  }
  const containerStatuses = containers.map(container => statusOf(container, hasImage))
  return withPhase(withConditions(pod, store.timestamp(), [ready]), { phase, containerStatuses })
}

function statusOf(
  container: Readonly<Record<string, unknown>>,
  hasImage: (image: string) => boolean,
): object {
  const image = textIn(container, 'image')
  const isReady = hasImage(image)
  const message = `Back-off pulling image "${image}"`
  const state = isReady ? { running: {} } : { waiting: { reason: 'ImagePullBackOff', message } }
  return { name: textIn(container, 'name'), image, ready: isReady, restartCount: 0, state }
}

function withPhase(pod: KubeObject, fields: object): KubeObject {
  return { ...pod, status: { ...partOf(pod, 'status'), ...fields } }
}

function write(store: Store, pod: KubeObject): void {
  const kind = store.kinds.named('v1', 'Pod')
  if (kind !== undefined) writeByModel(store, kind, pod)
}
