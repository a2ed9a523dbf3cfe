import { type Fields, isFields, partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Model, Store } from '../store/store.ts'
import { modelCondition, isTrue, withConditions } from '../models/conditions.ts'
import { KeyedTimers } from '../models/keyed-timers.ts'
import { putByModel, writeByModel } from '../models/model-write.ts'
import { readyNode } from './nodes.ts'

/** Measured: a NodePool is Ready after 2 s. */
const POOL_MS = 2000
/** Measured: 1.7 s from a pending pod to its NodeClaim, and 1.0 s more to a node that is Ready. */
const CLAIM_MS = 1700
const NODE_MS = 1000

const API_VERSION = 'karpenter.sh/v1'
const POOL_LABEL = 'karpenter.sh/nodepool'
/** Labels that Karpenter chooses values of by itself: architecture, zone, type and price of a machine. */
const WELL_KNOWN = /^([a-z-]+\.)*(kubernetes\.io|karpenter\.[a-z0-9.]+)\//

type Labels = Readonly<Record<string, string>>

/** Karpenter, for as long as its Deployment is available: NodePools get ready, and pods without a node get one. */
export function runKarpenter(store: Store): Model {
  const timers = new KeyedTimers(store.clock, job => {
    const [name = '', key = ''] = job.split(' ')
    if (!isRunning(store)) return
    if (name === 'NodePool') {
      readyPool(store, key)
      lookAtPods()
    }
    if (name === 'Pod' && claim(store, key)) timers.ask(`NodeClaim ${claimName(key)}`, NODE_MS)
    if (name === 'NodeClaim') launch(store, key)
  })
  const lookAtPods = (): void => {
    for (const [key, pod] of store.table({ group: '', plural: 'pods' }).listAt(store.revision))
      if (isPending(pod)) timers.ask(`Pod ${key}`, CLAIM_MS)
  }
  const lookAtAll = (): void => {
    for (const [key] of store.table({ group: 'karpenter.sh', plural: 'nodepools' }).listAt(store.revision))
      timers.ask(`NodePool ${key}`, POOL_MS)
    for (const [key] of store.table({ group: 'karpenter.sh', plural: 'nodeclaims' }).listAt(store.revision))
      timers.ask(`NodeClaim ${key}`, NODE_MS)
    lookAtPods()
  }
  return {
    changed: ({ group, kind }, { key, before, after }) => {
      if (after === undefined) return
      if (group === 'karpenter.sh' && kind === 'NodePool' && after['spec'] !== before?.['spec']) lookAtAll()
      if (group === '' && kind === 'Pod' && isPending(after) && !(before && isPending(before)))
        timers.ask(`Pod ${key}`, CLAIM_MS)
      const isOwn = group === 'apps' && kind === 'Deployment' && after.metadata.name === 'karpenter'
      if (isOwn && isTrue(after, 'Available') && !isTrue(before, 'Available')) lookAtAll()
    },
    restored: lookAtAll,
  }
}

function isRunning(store: Store): boolean {
  return [...store.table({ group: 'apps', plural: 'deployments' }).objects()].some(
    deployment => deployment.metadata.name === 'karpenter' && isTrue(deployment, 'Available'),
  )
}

function isPending(pod: KubeObject): boolean {
  const said = modelCondition(pod, 'PodScheduled')
  return said?.['status'] === 'False' && said['reason'] === 'Unschedulable'
}

function readyPool(store: Store, key: string): void {
  const kind = store.kinds.named(API_VERSION, 'NodePool')
  const pool = kind && store.table(kind).get(key)
  if (!kind || !pool) return
  const { generation = 1 } = pool.metadata
  const said = ['ValidationSucceeded', 'NodeClassReady', 'Ready'].map(
    type => ({ type, status: 'True', reason: type, observedGeneration: generation }) as const,
  )
  writeByModel(store, kind, withConditions(pool, store.timestamp(), said))
}

/** Claims a node for a pod that has none, from the pool that it selects or from the first; returns whether it did. */
function claim(store: Store, key: string): boolean {
  const pod = store.table({ group: '', plural: 'pods' }).get(key)
  if (pod === undefined || !isPending(pod)) return false
  const labels = labelsFor(store, pod)
  if (labels === undefined) return false
  const metadata = { name: claimName(key), labels }
  putByModel(store, { apiVersion: API_VERSION, kind: 'NodeClaim', metadata, spec: {} })
  return true
}

function claimName(podKey: string): string {
  return podKey.replaceAll('/', '-')
}

/** The labels of a node on which a pod would run, from the first pool that can make one. */
function labelsFor(store: Store, pod: KubeObject): Labels | undefined {
  const wanted = labelsIn(partOf(pod, 'spec')['nodeSelector'])
  return store
    .snapshotAt(store.revision, { group: 'karpenter.sh', plural: 'nodepools' })
    .filter(pool => isTrue(pool, 'Ready'))
    .map(pool => labelsFrom(pool, wanted))
    .find(labels => labels !== undefined)
}

/** The labels of a node of a pool, with those that are wanted; undefined when it cannot have them. */
function labelsFrom(pool: KubeObject, wanted: Labels): Labels | undefined {
  const template = partOf(partOf(pool, 'spec'), 'template')
  const { name } = pool.metadata
  const own: Labels = { ...labelsIn(partOf(template, 'metadata')['labels']), [POOL_LABEL]: name }
  const { requirements } = partOf(template, 'spec')
  const choices = (Array.isArray(requirements) ? requirements : []).filter(isFields)
  const mayHave = ([key, value]: readonly [string, string]): boolean =>
    key in own
      ? own[key] === value
      : WELL_KNOWN.test(key) || choices.some(choice => choice['key'] === key && hasValue(choice, value))
  return Object.entries(wanted).every(mayHave) ? { ...own, ...wanted } : undefined
}

function hasValue({ values }: Fields, value: string): boolean {
  return Array.isArray(values) && values.includes(value)
}

function labelsIn(value: unknown): Labels {
  const pairs = Object.entries(isFields(value) ? value : {})
  return Object.fromEntries(pairs.map(([name, text]) => [name, String(text)]))
}

function launch(store: Store, key: string): void {
  const kind = store.kinds.named(API_VERSION, 'NodeClaim')
  const nodeKind = store.kinds.named('v1', 'Node')
  const found = kind && store.table(kind).get(key)
  if (!kind || !nodeKind || !found) return
  const node = readyNode(key, store.timestamp(), found.metadata.labels)
  if (store.find(nodeKind, undefined, key) === undefined) {
    const made = putByModel(store, node)
    // A node says itself that it is ready, once it is there.
    writeByModel(store, nodeKind, { ...made, status: node['status'] })
  }
  const said = ['Launched', 'Registered', 'Initialized', 'Ready'].map(
    type => ({ type, status: 'True', reason: type }) as const,
  )
  const named = { ...found, status: { ...partOf(found, 'status'), nodeName: key } }
  writeByModel(store, kind, withConditions(named, store.timestamp(), said))
}
