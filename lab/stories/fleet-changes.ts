import { hasCondition } from '../kube/conditions.ts'
import type { KubeApi } from '../kube/kube-api.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'

const SOURCE = ref('source.toolkit.fluxcd.io/v1', 'GitRepository', 'flux-system/flux-system')
const KUSTOMIZATION = ['kustomize.toolkit.fluxcd.io/v1', 'Kustomization'] as const
const HELM_RELEASE = ['helm.toolkit.fluxcd.io/v2', 'HelmRelease'] as const
const REQUESTED = 'reconcile.fluxcd.io/requestedAt'

/** All that Git, Flux, Helm and CI write on a cluster. Pods and ReplicaSets follow from their Deployments. */
export const deliveredKinds = [
  ['v1', 'Namespace'],
  ['v1', 'ConfigMap'],
  ['v1', 'Secret'],
  ['v1', 'Service'],
  ['v1', 'ServiceAccount'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'DaemonSet'],
  ['apps/v1', 'StatefulSet'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding'],
  ['rbac.authorization.k8s.io/v1', 'Role'],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  ['source.toolkit.fluxcd.io/v1', 'GitRepository'],
  ['source.toolkit.fluxcd.io/v1', 'HelmRepository'],
  ['source.toolkit.fluxcd.io/v1', 'OCIRepository'],
  KUSTOMIZATION,
  HELM_RELEASE,
] as const

/** The objects of a cluster by name, each without what its controllers report. */
type ClusterContent = ReadonlyMap<string, string>

/** The API servers of clusters, by the name of the cluster. */
export type ClusterApis = ReadonlyMap<string, KubeApi>

/** Reads what is on each cluster. */
export async function contentsOf(apis: ClusterApis): Promise<ReadonlyMap<string, ClusterContent>> {
  return new Map(
    await Promise.all([...apis].map(async ([name, api]) => [name, await contentOn(api)] as const)),
  )
}

/** The objects that came, changed or went on each cluster. */
export function changesOf(
  before: ReadonlyMap<string, ClusterContent>,
  after: ReadonlyMap<string, ClusterContent>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    [...after].map(([name, content]) => [name, changedObjects(before.get(name) ?? new Map(), content)]),
  )
}

async function contentOn(api: KubeApi): Promise<ClusterContent> {
  const lists = await Promise.all(
    deliveredKinds.map(async ([apiVersion, kind]) =>
      (await api.list(apiVersion, kind)).map(object => [nameOf(kind, object), contentOf(object)] as const),
    ),
  )
  return new Map(lists.flat())
}

function changedObjects(before: ClusterContent, after: ClusterContent): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter(name => before.get(name) !== after.get(name)).toSorted()
}

function nameOf(kind: string, { metadata }: KubeObject): string {
  return [kind, [metadata.namespace, metadata.name].filter(Boolean).join('/')].join(' ')
}

function contentOf(object: KubeObject): string {
  const { annotations = {}, ...metadata } = object.metadata
  // Whoever asks Flux to look again changes nothing.
  const kept = Object.entries(annotations).filter(([key]) => key !== REQUESTED)
  const identity = { ...metadata, resourceVersion: undefined, managedFields: undefined }
  const rest = { ...object, status: undefined, metadata: identity }
  return JSON.stringify([rest, kept])
}

/** Has Flux on a cluster look at its repository now, as `flux reconcile source git flux-system` does. */
export async function requestSync(api: KubeApi, commit: string): Promise<void> {
  await api.patch(SOURCE, { metadata: { annotations: { [REQUESTED]: `for ${commit}` } } })
}

/** The commit that Flux on a cluster has fetched, as it calls it. */
export async function fetchedRevision(api: KubeApi): Promise<string | undefined> {
  const { status } = (await api.get(SOURCE)) as { status?: { artifact?: { revision: string } } }
  return status?.artifact?.revision
}

/** Has Flux on each cluster look at its repository now, and waits until all have taken a commit. */
export async function takenByAll(apis: ClusterApis, commit: string): Promise<void> {
  await Promise.all([...apis.values()].map(api => requestSync(api, commit)))
  await Promise.all([...apis.values()].map(api => untilTaken(api, commit)))
}

/** How Flux calls a commit of the branch `main`. */
export function revisionOf(commit: string): string {
  return `main@sha1:${commit}`
}

/** Waits until a cluster has taken a commit: Flux has fetched and applied it, and every release is ready as it is now. */
export async function untilTaken(api: KubeApi, commit: string): Promise<void> {
  const revision = revisionOf(commit)
  await until(`Flux has taken ${revision}`, async () => {
    const fetched = await fetchedRevision(api)
    const applied = await api.list(...KUSTOMIZATION)
    const releases = await api.list(...HELM_RELEASE)
    const late = [
      ...(fetched === revision ? [] : [`GitRepository at ${fetched}`]),
      ...applied
        .filter(object => !isReady(object) || appliedRevision(object) !== revision)
        .map(object => `${nameOf('Kustomization', object)} at ${appliedRevision(object)}`),
      ...releases.filter(object => !isReady(object)).map(object => nameOf('HelmRelease', object)),
    ]
    if (late.length > 0) throw new Error(late.join(', '))
    return true
  })
}

function isReady(object: KubeObject): boolean {
  const { observedGeneration } = (object['status'] ?? {}) as { observedGeneration?: number }
  return observedGeneration === object.metadata.generation && hasCondition(object, 'Ready', 'True')
}

function appliedRevision(object: KubeObject): string | undefined {
  return ((object['status'] ?? {}) as { lastAppliedRevision?: string }).lastAppliedRevision
}
