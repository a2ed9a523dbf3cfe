import { type Shard, leaseNameOf } from '../../shard/shard.ts'
import { type InstalledObject, installed, installLabels } from '../installed-object.ts'

/** One rule of a role. */
export interface RoleRule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly verbs: readonly string[]
}

const RBAC = 'rbac.authorization.k8s.io'

/** All that Fitout is allowed to do with the objects of a namespace. A test holds this against what it does. */
export const controllerRules: readonly RoleRule[] = [
  // Gates and the addressee label; the condition FitoutReady.
  { apiGroups: ['cluster.x-k8s.io'], resources: ['clusters'], verbs: ['list', 'watch', 'patch'] },
  { apiGroups: ['cluster.x-k8s.io'], resources: ['clusters/status'], verbs: ['patch'] },
  // Its own ClusterResourceSets carry hand-overs; those of others are read.
  {
    apiGroups: ['addons.cluster.x-k8s.io'],
    resources: ['clusterresourcesets'],
    verbs: ['list', 'watch', 'create', 'patch', 'delete'],
  },
  {
    apiGroups: ['addons.cluster.x-k8s.io'],
    resources: ['clusterresourcesetbindings'],
    verbs: ['list', 'watch'],
  },
  { apiGroups: ['fitout.dev'], resources: ['fitouts'], verbs: ['list', 'watch'] },
  { apiGroups: ['fitout.dev'], resources: ['fitouts/status', 'clusterfitouts/status'], verbs: ['patch'] },
  {
    apiGroups: ['fitout.dev'],
    resources: ['clusterfitouts'],
    verbs: ['list', 'watch', 'create', 'patch', 'delete'],
  },
  // Sources of ClusterResourceSets, and templates: each is read by its name.
  { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
  // Kubeconfigs and declared inputs are read by their names; its own hand-overs are written. No list and no watch:
  // RBAC cannot grant them for metadata alone, so with them every value of every Secret would be within reach.
  { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'create', 'patch', 'delete'] },
  { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create'] },
]

/** The ClusterRole with all that the controller does with the objects of a namespace. It grants nothing until it is bound. */
export function controllerRole(): InstalledObject {
  return clusterRole(installed.controller, { rules: controllerRules })
}

/** What proofs are allowed to read with `cluster: Management`: nothing, until a ClusterRole with this label says more. */
export function managementProofsRole(): InstalledObject {
  const clusterRoleSelectors = [{ matchLabels: managementProofsLabel }]
  // Its rules belong to the controller manager, which fills them in.
  return clusterRole(installed.managementProofs, { aggregationRule: { clusterRoleSelectors } })
}

/** Lets proofs with `cluster: Management` read what Flux on the management cluster delivers (hub and spoke). */
export function fluxProofsRole(): InstalledObject {
  const verbs = ['get', 'list', 'watch']
  const rules: readonly RoleRule[] = [
    { apiGroups: ['helm.toolkit.fluxcd.io'], resources: ['helmreleases'], verbs },
    { apiGroups: ['kustomize.toolkit.fluxcd.io'], resources: ['kustomizations'], verbs },
  ]
  return clusterRole(`${installed.managementProofs}-flux`, { rules }, managementProofsLabel)
}

/** Roles that are bound in all namespaces, or in each of some. */
export const boundRoles = [installed.controller, installed.managementProofs] as const

/** Grants a role in all namespaces. */
export function bindingEverywhere(role: string, namespace: string): InstalledObject {
  const metadata = { name: role, labels: installLabels }
  return { apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata, ...granted(role, namespace) }
}

/** Grants a ClusterRole in one namespace only. */
export function bindingIn(place: string, role: string, namespace: string): InstalledObject {
  const metadata = { name: role, namespace: place, labels: installLabels }
  return { apiVersion: `${RBAC}/v1`, kind: 'RoleBinding', metadata, ...granted(role, namespace) }
}

/** The Leases of the controller, and nothing else in its namespace. */
export function leaderElection(namespace: string, shards: readonly Shard[]): readonly InstalledObject[] {
  const metadata = { name: installed.leaderElection, namespace, labels: installLabels }
  const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] }
  const rules: readonly RoleRule[] = [
    { ...leases, resourceNames: shards.map(leaseNameOf), verbs: ['get', 'update'] },
    // What is created has no name yet that a rule could ask for.
    { ...leases, verbs: ['create'] },
  ]
  const roleRef = { apiGroup: RBAC, kind: 'Role', name: installed.leaderElection }
  return [
    { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules },
    { apiVersion: `${RBAC}/v1`, kind: 'RoleBinding', metadata, roleRef, subjects: subjects(namespace) },
  ]
}

const managementProofsLabel = { 'fitout.dev/management-proofs': 'true' }

function clusterRole(
  name: string,
  content: object,
  labels: Readonly<Record<string, string>> = {},
): InstalledObject {
  const metadata = { name, labels: { ...installLabels, ...labels } }
  return { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata, ...content }
}

function granted(role: string, namespace: string): object {
  return { roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role }, subjects: subjects(namespace) }
}

function subjects(namespace: string): readonly object[] {
  return [{ kind: 'ServiceAccount', name: installed.account, namespace }]
}
