import { pluralOf } from '../../src/domain/kinds/built-in-kinds.ts'
import { apiGroup } from '../../src/domain/object/api-group.ts'
import type { FleetChange } from '../../src/domain/change/fleet-change.ts'
import type { AuditEvent } from '../control-plane/audit-log.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import type { KubeObject } from '../kube/kube-object.ts'

/** What happens to objects, by API server: `created configmaps tenants/greeting`. */
export type Happenings = Readonly<Record<string, readonly string[]>>

/** What a plan says will be written, object by object, on every API server. */
export function plannedHappenings(plan: FleetChange): Happenings {
  const gone = new Set(
    plan.clusters
      .filter(({ verdict }) => verdict === 'deleted')
      .map(({ namespace, name }) => `${namespace}/${name}`),
  )
  const found = plan.changes.flatMap(change => {
    if (change.op === 'stays' || change.op === 'notApplied') return []
    const resource = resourceOf(apiGroup(change.apiVersion), pluralOf(change.kind))
    const line = (name: string) =>
      `${change.op} ${resource} ${change.namespace === '' ? name : `${change.namespace}/${name}`}`
    if (change.on === 'clusters')
      return change.clusters.filter(id => !gone.has(id)).map(id => [id, line(change.name)] as const)
    if (change.clusters.length === 0) return [['management', line(change.name)] as const]
    return change.clusters.map(
      id => ['management', line(change.name.replace('<cluster>', nameOf(id)))] as const,
    )
  })
  return sorted(found)
}

/** What was there before, to tell what was changed from what was only sent again. */
export type Contents = ReadonlyMap<string, string>

interface Looked {
  readonly controlPlane: ControlPlane
  /** How long the audit log was. */
  readonly from: number
  readonly before: Contents
  readonly after: Contents
}

/** What Flux and ClusterResourceSets wrote on each API server, by its audit log. */
export function happenedOn(servers: ReadonlyMap<string, Looked>): Happenings {
  return sorted(
    [...servers].flatMap(([id, looked]) =>
      [...writesOn(looked)].map(([object, op]) => [id, `${op} ${object}`] as const),
    ),
  )
}

// What is made and deleted again between two looks has come to nothing, and what is deleted and made again has changed.
function writesOn({ controlPlane, from, before, after }: Looked): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const event of controlPlane.audit().slice(from)) {
    if (!isDelivery(event)) continue
    const object = objectOf(event)
    const first = found.get(object)
    const op = opOf(event)
    if (op === 'changed' && first === undefined && isSentAgain(event, { object, before, after })) continue
    if (first === 'created' && op === 'changed') continue
    if (first === 'deleted' && op === 'created') found.set(object, 'deleted and created')
    else if (first === 'created' && op === 'deleted') found.set(object, 'created and deleted')
    else found.set(object, op)
  }
  return found
}

// A ClusterResourceSet sends all that is in a ConfigMap again when one object of it changes.
function isSentAgain(
  event: AuditEvent,
  { object, before, after }: { object: string; before: Contents; after: Contents },
): boolean {
  return isByResourceSet(event) && before.has(object) && before.get(object) === after.get(object)
}

function isDelivery(event: AuditEvent): boolean {
  const { verb, requestURI, responseStatus, objectRef } = event
  const isDone = responseStatus !== undefined && responseStatus.code < 300
  if (!isDone || objectRef?.subresource !== undefined || requestURI.includes('dryRun=All')) return false
  if (!['create', 'update', 'patch', 'delete'].includes(verb)) return false
  return isByResourceSet(event) || isByFlux(event)
}

// What a cluster is reached by is also how the lab itself writes: only Cluster API names itself so.
function isByResourceSet({ user, userAgent = '' }: AuditEvent): boolean {
  return user.username.endsWith('-admin') && !userAgent.startsWith('kubectl') && !userAgent.startsWith('node')
}

function isByFlux({ userAgent = '', verb, requestURI }: AuditEvent): boolean {
  if (!userAgent.startsWith('kustomize-controller')) return false
  // It writes finalizers and status of its own Kustomizations, too.
  return verb === 'delete' || requestURI.includes('fieldManager=kustomize-controller')
}

function opOf({ verb, responseStatus }: AuditEvent): string {
  if (verb === 'delete') return 'deleted'
  return verb === 'create' || responseStatus?.code === 201 ? 'created' : 'changed'
}

function objectOf({ objectRef, requestObject }: AuditEvent): string {
  const { resource = '', apiGroup: group = '', namespace } = objectRef ?? {}
  const name = objectRef?.name ?? (requestObject as KubeObject | undefined)?.metadata.name ?? ''
  return `${resourceOf(group, resource)} ${namespace === undefined || resource === 'namespaces' ? name : `${namespace}/${name}`}`
}

/** An object as audit logs name it. */
export function objectName(
  apiVersion: string,
  kind: string,
  { namespace, name }: KubeObject['metadata'],
): string {
  const resource = resourceOf(apiGroup(apiVersion), pluralOf(kind))
  return `${resource} ${namespace === undefined ? name : `${namespace}/${name}`}`
}

function resourceOf(group: string, plural: string): string {
  return group === '' ? plural : `${plural}.${group}`
}

function nameOf(id: string): string {
  return id.slice(id.indexOf('/') + 1)
}

function sorted(found: readonly (readonly [string, string])[]): Happenings {
  const groups = Map.groupBy(found, ([id]) => id)
  return Object.fromEntries(
    [...groups]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, list]) => [id, [...new Set(list.map(([, line]) => line))].toSorted()]),
  )
}
