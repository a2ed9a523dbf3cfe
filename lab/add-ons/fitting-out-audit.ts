import type { AuditEvent } from '../control-plane/audit-log.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import { readManifestFolder } from '../kube/read-manifests.ts'
import type { Lab, LabCluster } from '../lab.ts'
import { FITOUT_USER } from './fitting-out-controller.ts'

/** What the controller asked an API server for, on either side. */
export function byFitout(events: readonly AuditEvent[]): readonly AuditEvent[] {
  return events.filter(
    ({ userAgent = '', user }) => user.username === FITOUT_USER || userAgent.startsWith('fitout/'),
  )
}

/** The requests that change something. */
export function writes(events: readonly AuditEvent[]): readonly AuditEvent[] {
  return events.filter(({ verb }) => !['get', 'list', 'watch'].includes(verb))
}

/** Whether a request is about leading: whoever leads must say so, and that is no word about a cluster. */
export function isLease({ objectRef }: AuditEvent): boolean {
  return objectRef?.resource === 'leases'
}

/** When Fitout put a label on a Cluster first. */
export function openedAt({ management }: Lab, cluster: string, label: string): string {
  const event = writes(byFitout(management.audit())).find(
    ({ objectRef, requestObject }) =>
      objectRef?.resource === 'clusters' &&
      objectRef.name === cluster &&
      label in ((requestObject as KubeObject).metadata.labels ?? {}),
  )
  return event?.requestReceivedTimestamp ?? ''
}

// Not what happens all the time, such as the heartbeat of a node.
const proving = new Set([
  'daemonsets',
  'deployments',
  'customresourcedefinitions',
  'helmreleases',
  'helmrepositories',
])

/** When the last thing happened before a time that could have opened a gate of a cluster, on either side. */
export function lastProofBefore(
  { management }: Lab,
  { ref, controlPlane }: LabCluster,
  time: string,
): string {
  const there = writes(controlPlane.audit()).filter(({ objectRef }) => proving.has(objectRef?.resource ?? ''))
  const here = writes(management.audit()).filter(
    ({ objectRef }) =>
      objectRef?.resource === 'clusterresourcesetbindings' && objectRef.name === ref.metadata.name,
  )
  const times = [...there, ...here].map(event => event.requestReceivedTimestamp)
  return (
    times
      .filter(at => at < time)
      .toSorted()
      .at(-1) ?? ''
  )
}

/** What the controller wrote, and the policy of `deploy/` for its account refused. */
export function refusedByPolicy({ management }: Lab): readonly string[] {
  return management
    .audit()
    .filter(({ userAgent = '' }) => userAgent.startsWith('fitout/'))
    .map(({ responseStatus }) => responseStatus?.message ?? '')
    .filter(message => message.includes("'fitout-own-writes'"))
}

/** The calls of the controller's account: group, resource and verb, each once. */
export function callsOfFitout({ management }: Lab): readonly string[] {
  const calls = management.audit().filter(({ user, objectRef }) => user.username === FITOUT_USER && objectRef)
  const rights = calls.flatMap(({ verb, objectRef, responseStatus }) => {
    const { apiGroup = '', resource = '', subresource } = objectRef ?? {}
    const what = `${apiGroup} ${resource}${subresource === undefined ? '' : `/${subresource}`}`
    // An apply that finds nothing makes the object, and needs the right to.
    const isMade = verb === 'patch' && responseStatus?.code === 201
    return [verb, ...(isMade ? ['create'] : [])].map(right => `${what} ${right}`)
  })
  return [...new Set(rights)].toSorted()
}

interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
}

/** What `deploy/` lets the controller do: group, resource and verb, each once. */
export async function rightsOfFitout(): Promise<readonly string[]> {
  const roles = (await readManifestFolder('deploy/controller')).filter(({ kind }) => kind.endsWith('Role'))
  const rules = roles.flatMap(role => (role['rules'] ?? []) as readonly Rule[])
  const each = rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap(group =>
      resources.flatMap(resource => verbs.map(verb => `${group} ${resource} ${verb}`)),
    ),
  )
  return [...new Set(each)].toSorted()
}

const POD_NAME = 'authentication.kubernetes.io/pod-name'

/** What the account of the controller wrote since a time, and to which the server said yes. */
function doneSince({ management }: Lab, from: number): readonly AuditEvent[] {
  return writes(management.audit()).filter(
    ({ user, responseStatus, requestReceivedTimestamp }) =>
      user.username === FITOUT_USER &&
      (responseStatus?.code ?? 500) < 300 &&
      Date.parse(requestReceivedTimestamp) >= from,
  )
}

/** What the account of the controller asked for since a time, and was not allowed to do. */
export function forbiddenSince({ management }: Lab, from: number): readonly string[] {
  return management
    .audit()
    .filter(
      ({ user, responseStatus, requestReceivedTimestamp }) =>
        user.username === FITOUT_USER &&
        responseStatus?.code === 403 &&
        Date.parse(requestReceivedTimestamp) >= from,
    )
    .map(({ verb, requestURI }) => `not allowed to ${verb} ${requestURI}`)
}

/** Who held the Lease, in their order; empty where someone had let it go. */
export function holdersSince(lab: Lab, from: number): readonly string[] {
  const holders = doneSince(lab, from).filter(isLease).map(holderOf)
  return holders.filter((holder, index) => holder !== holders[index - 1])
}

/** What pods wrote about clusters while another pod held the Lease. */
export function writesOfOthers(lab: Lab, from: number): readonly string[] {
  const done = doneSince(lab, 0).map(event => ({ event, at: timeOf(event) }))
  let holder = ''
  return done
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ event, at }) => {
      if (isLease(event)) holder = holderOf(event)
      const pod = event.user.extra?.[POD_NAME]?.[0] ?? ''
      if (isLease(event) || at < from || holder === '' || holder === pod) return []
      return [`${pod} wrote ${event.requestURI} while ${holder} led`]
    })
}

// Someone leads once the server has said so, and writes when they ask for it.
function timeOf(event: AuditEvent): number {
  const { stageTimestamp, requestReceivedTimestamp } = event
  return Date.parse(
    isLease(event) && stageTimestamp !== undefined ? stageTimestamp : requestReceivedTimestamp,
  )
}

function holderOf({ requestObject }: AuditEvent): string {
  const { spec } = requestObject as { spec?: { holderIdentity?: string } }
  return (spec?.holderIdentity ?? '').split('_', 1)[0] ?? ''
}

/** How labels of Clusters came and went since a time, whoever did it: `blue +cni.example.com/enabled`. */
export function labelChanges({ management }: Lab, from: number): readonly string[] {
  const known = new Map<string, ReadonlySet<string>>()
  return versionsOfClusters(management.audit()).flatMap(({ at, metadata: { name, labels = {} } }) => {
    const now = new Set(Object.keys(labels))
    const before = known.get(name) ?? now
    known.set(name, now)
    if (at < from) return []
    const came = [...now].filter(label => !before.has(label)).map(label => `${name} +${label}`)
    const went = [...before].filter(label => !now.has(label)).map(label => `${name} -${label}`)
    return [...came, ...went]
  })
}

// By the version that the server gave them: it may log two answers in another order.
function versionsOfClusters(
  events: readonly AuditEvent[],
): readonly (KubeObject & { readonly at: number })[] {
  const versions = events.flatMap(
    ({ objectRef, responseStatus, responseObject, requestReceivedTimestamp }) => {
      const object = responseObject as KubeObject | undefined
      const isDone = objectRef?.resource === 'clusters' && (responseStatus?.code ?? 500) < 300
      return isDone && object?.kind === 'Cluster'
        ? [{ ...object, at: Date.parse(requestReceivedTimestamp) }]
        : []
    },
  )
  return versions.toSorted(
    (a, b) => Number(a.metadata.resourceVersion ?? 0) - Number(b.metadata.resourceVersion ?? 0),
  )
}
