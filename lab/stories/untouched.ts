import type { AuditEvent } from '../control-plane/audit-log.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import type { KubeApi } from '../kube/kube-api.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import { deliveredKinds } from './fleet-changes.ts'

/** What people deliver, and what runs for it. */
const kinds = [
  ...deliveredKinds,
  ['v1', 'Pod'],
  ['v1', 'PersistentVolumeClaim'],
  ['apps/v1', 'ReplicaSet'],
  ['apps/v1', 'ControllerRevision'],
  ['policy/v1', 'PodDisruptionBudget'],
] as const

/** What was on a cluster at a time, and what its API server has recorded by then. */
export interface ClusterWitness {
  /** Objects by kind, namespace and name: with the UID that they have for life, a pod with its restarts. */
  readonly identities: ReadonlyMap<string, string>
  readonly events: number
}

/** Looks at all that is on a cluster. */
export async function witnessOf(controlPlane: ControlPlane): Promise<ClusterWitness> {
  const lists = await Promise.all(
    kinds.map(([apiVersion, kind]) => listServed(controlPlane.api, apiVersion, kind)),
  )
  const identities = lists.flatMap((objects, index) =>
    objects.map(object => [nameOf(kinds[index]?.[1] ?? '', object), identityOf(object)] as const),
  )
  return { identities: new Map(identities), events: controlPlane.audit().length }
}

/** What became of a cluster since: objects that went, that are others of the same name, and requests to delete something. */
export async function disturbedSince(
  controlPlane: ControlPlane,
  before: ClusterWitness,
): Promise<readonly string[]> {
  const { identities } = await witnessOf(controlPlane)
  const objects = [...before.identities].flatMap(([name, identity]) => {
    const now = identities.get(name)
    return now === identity ? [] : [`${name} was ${identity}, is ${now ?? 'gone'}`]
  })
  const started = [...identities.keys()].filter(
    name => /^(Pod|ReplicaSet) /.test(name) && !before.identities.has(name),
  )
  const removals = controlPlane.audit().slice(before.events).filter(isRemoval).map(removalText)
  return [
    ...objects,
    ...started.filter(name => isBeside(name, before)).map(name => `${name} was started`),
    ...removals,
  ]
}

/** Whether it is in a namespace that had pods before: what came since has a namespace of its own. */
function isBeside(name: string, { identities }: ClusterWitness): boolean {
  const [, namespace] = /^\S+ ([^/]+)\//.exec(name) ?? []
  return [...identities.keys()].some(other => other.startsWith(`Pod ${namespace}/`))
}

// A kind whose definition is not there has no objects.
async function listServed(api: KubeApi, apiVersion: string, kind: string): Promise<readonly KubeObject[]> {
  return api.list(apiVersion, kind).catch((error: unknown) => {
    if (error instanceof Error && /\b404\b/.test(error.message)) return []
    throw error
  })
}

function nameOf(kind: string, { metadata }: KubeObject): string {
  return `${kind} ${[metadata.namespace, metadata.name].filter(Boolean).join('/')}`
}

function identityOf({ kind, metadata, status }: KubeObject & { readonly status?: unknown }): string {
  const { containerStatuses = [] } = (status ?? {}) as {
    readonly containerStatuses?: readonly { readonly restartCount: number }[]
  }
  const restarts = containerStatuses.map(({ restartCount }) => restartCount)
  return kind === 'Pod' || restarts.length > 0
    ? `${metadata.uid} restarted ${restarts.join()}`
    : `${metadata.uid}`
}

function isRemoval({ verb, objectRef, responseStatus }: AuditEvent): boolean {
  const isEviction = verb === 'create' && objectRef?.subresource === 'eviction'
  if (!isEviction && !verb.startsWith('delete')) return false
  return (responseStatus?.code ?? 500) < 300 && objectRef?.resource !== 'leases'
}

function removalText({ verb, objectRef, user, userAgent = '' }: AuditEvent): string {
  const { resource, namespace = '', name = '' } = objectRef ?? {}
  return `${verb} ${resource} ${namespace}/${name} by ${user.username} (${userAgent.split(' ', 1)[0]})`
}
