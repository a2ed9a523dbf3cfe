import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Model, Store } from '../store/store.ts'
import type { StoreChange } from '../store/table.ts'
import { isTrue } from '../models/conditions.ts'
import { KeyedTimers } from '../models/keyed-timers.ts'
import { writeByModel } from '../models/model-write.ts'
import { deadlineMs, deploymentStatus } from './deployment-status.ts'
import { daemonSetStatus, jobStatus, statefulSetStatus } from './workload-status.ts'

const LOOK_MS = 50
/** How soon it is looked again whether its controllers are back. */
const IDLE_MS = 1_000

type StatusOf = (store: Store, owner: KubeObject) => KubeObject

const statusOf: Readonly<Record<string, { readonly apiVersion: string; readonly status: StatusOf }>> = {
  Deployment: { apiVersion: 'apps/v1', status: deploymentStatus },
  StatefulSet: { apiVersion: 'apps/v1', status: statefulSetStatus },
  DaemonSet: { apiVersion: 'apps/v1', status: daemonSetStatus },
  Job: { apiVersion: 'batch/v1', status: jobStatus },
}

/** The controllers of Deployments, StatefulSets, DaemonSets and Jobs: they keep pods, without a ReplicaSet between, and say how many. */
export function keepWorkloads(store: Store): Model {
  const timers = new KeyedTimers(store.clock, name => {
    if (!store.isManaged) return timers.ask(name, IDLE_MS)
    const [kindName = '', key = ''] = name.split(' ')
    const rule = statusOf[kindName]
    const kind = rule && store.kinds.named(rule.apiVersion, kindName)
    const owner = kind && store.table(kind).get(key)
    if (!rule || !kind || !owner || owner.metadata.deletionTimestamp !== undefined) return
    const next = rule.status(store, owner)
    writeByModel(store, kind, next)
    if (kindName === 'Deployment' && !isTrue(next, 'Available')) timers.ask(name, deadlineMs(next))
  })
  const podChanged = ({ before, after }: StoreChange): void => {
    for (const { kind, name } of (after ?? before)?.metadata.ownerReferences ?? [])
      timers.ask(`${kind} ${(after ?? before)?.metadata.namespace}/${name}`, LOOK_MS)
  }
  const nodesChanged = (): void => {
    for (const [key] of store.table({ group: 'apps', plural: 'daemonsets' }).listAt(store.revision))
      timers.ask(`DaemonSet ${key}`, LOOK_MS)
  }
  return {
    changed: ({ kind }, change) => {
      const { key, before, after } = change
      if (kind === 'Pod') podChanged(change)
      if (kind === 'Node') nodesChanged()
      if (statusOf[kind] && after !== undefined && after['spec'] !== before?.['spec'])
        timers.ask(`${kind} ${key}`, LOOK_MS)
    },
    restored: () => {
      for (const kind of store.kinds.all().filter(one => statusOf[one.kind]))
        for (const [key] of store.table(kind).listAt(store.revision))
          timers.ask(`${kind.kind} ${key}`, LOOK_MS)
    },
  }
}
