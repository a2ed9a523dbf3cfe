import { encodeUtf8 } from '../../domain/bytes/utf8.ts'
import { sha256Hex } from '../../domain/bytes/sha256.ts'
import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Store } from '../store/store.ts'
import { isTrue } from '../models/conditions.ts'
import { deleteByModel, putByModel } from '../models/model-write.ts'

const HASH_LABEL = 'pod-template-hash'

/** A pod that shall be there: how it is told from its siblings, and the node it is bound to, if it is. */
export interface WantedPod {
  readonly suffix: string
  readonly nodeName?: string
}

/** How the pods of an owner stand. */
export interface PodCount {
  readonly total: number
  readonly updated: number
  readonly ready: number
  readonly succeeded: number
}

/** Makes the pods of an owner that are wanted, deletes those that are not or are of another template, and counts them. */
export function keepPods(store: Store, owner: KubeObject, wanted: readonly WantedPod[]): PodCount {
  const kind = store.kinds.named('v1', 'Pod')
  if (kind === undefined) return { total: 0, updated: 0, ready: 0, succeeded: 0 }
  const hash = templateHash(owner)
  const names = new Map(wanted.map(pod => [`${owner.metadata.name}-${hash}-${pod.suffix}`, pod]))
  for (const pod of podsOf(store, owner)) if (!names.has(pod.metadata.name)) deleteByModel(store, kind, pod)
  for (const [name, pod] of names)
    if (store.find(kind, owner.metadata.namespace, name) === undefined)
      create(store, podOf(owner, { name, hash, pod }))
  return countOf(podsOf(store, owner), hash)
}

// An account or a namespace may be on its way out; the owner is looked at again when it changes.
function create(store: Store, pod: KubeObject): void {
  try {
    putByModel(store, pod)
  } catch (error) {
    if (!hasCode(error, 'Denied', 'NotFound', 'Invalid')) throw error
  }
}

function podsOf(store: Store, { metadata }: KubeObject): readonly KubeObject[] {
  const table = store.table({ group: '', plural: 'pods' })
  const prefix = `${metadata.namespace}/${metadata.name}-`
  return [...table.listAt(store.revision, { prefix })]
    .map(([, pod]) => pod)
    .filter(pod => pod.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid))
}

function countOf(pods: readonly KubeObject[], hash: string): PodCount {
  const ofPhase = (phase: string): number =>
    pods.filter(pod => textIn(partOf(pod, 'status'), 'phase') === phase).length
  return {
    total: pods.length,
    updated: pods.filter(({ metadata }) => metadata.labels?.[HASH_LABEL] === hash).length,
    ready: pods.filter(pod => isTrue(pod, 'Ready')).length,
    succeeded: ofPhase('Succeeded'),
  }
}

interface NewPod {
  readonly name: string
  readonly hash: string
  readonly pod: WantedPod
}

function podOf(owner: KubeObject, { name, hash, pod }: NewPod): KubeObject {
  const { apiVersion, kind, metadata } = owner
  const template = partOf(partOf(owner, 'spec'), 'template')
  const { labels } = partOf(template, 'metadata')
  const { nodeName } = pod
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: metadata.namespace ?? '',
      labels: { ...textsIn(labels), [HASH_LABEL]: hash },
      ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '', controller: true }],
    },
    spec: { ...partOf(template, 'spec'), ...(nodeName === undefined ? {} : { nodeName }) },
  }
}

function textsIn(labels: unknown): Readonly<Record<string, string>> {
  const pairs = Object.entries(isFields(labels) ? labels : {})
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]))
}

/** What tells the pods of one template from those of another. */
export function templateHash(owner: KubeObject): string {
  const template = partOf(partOf(owner, 'spec'), 'template')
  const known = hashes.get(template)
  if (known !== undefined) return known
  const hash = sha256Hex([encodeUtf8(`${owner.kind} ${JSON.stringify(template)}`)]).slice(0, 10)
  hashes.set(template, hash)
  return hash
}

// Stored objects never change, so that a template is hashed once.
const hashes = new WeakMap<object, string>()
