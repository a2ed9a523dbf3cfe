import { type InstalledObject, installed, installLabels } from '../installed-object.ts'
import type { RoleRule } from './permissions.ts'

const RBAC = 'rbac.authorization.k8s.io'
const seen = ['get', 'list', 'watch']

/**
 * All that the console is allowed to do: it reads what its pages show, and asks what a user may see of that.
 *
 * It writes nothing, acts for nobody, and reads no Secret: whoever takes it over learns what is on its pages.
 */
const consoleRules: readonly RoleRule[] = [
  { apiGroups: ['cluster.x-k8s.io'], resources: ['clusters', 'clusterclasses'], verbs: seen },
  { apiGroups: ['fitout.dev'], resources: ['fitouts', 'clusterfitouts'], verbs: seen },
  {
    apiGroups: ['addons.cluster.x-k8s.io'],
    resources: ['clusterresourcesets', 'clusterresourcesetbindings'],
    verbs: ['get', 'list'],
  },
  // Packs name the versions that they deliver.
  { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
  { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['list'] },
  // The version of Cluster API, and whether a controller is at work.
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] },
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get'] },
  // What a user may see: it changes nothing.
  { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
]

/** What a person needs to see the clusters of a namespace in the console. It grants nothing until it is bound. */
const viewerRules: readonly RoleRule[] = [
  { apiGroups: ['cluster.x-k8s.io'], resources: ['clusters', 'clusterclasses'], verbs: seen },
  { apiGroups: ['fitout.dev'], resources: ['fitouts', 'clusterfitouts'], verbs: seen },
  {
    apiGroups: ['addons.cluster.x-k8s.io'],
    resources: ['clusterresourcesets', 'clusterresourcesetbindings'],
    verbs: seen,
  },
  { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: seen },
]

/** The account of the console, what it may do, and the role for the people who look at it. */
export function consolePermissions(namespace: string): readonly InstalledObject[] {
  const { console: name, viewer } = installed
  const role = (named: string, rules: readonly RoleRule[]) => ({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: { name: named, labels: installLabels },
    rules,
  })
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace, labels: installLabels } },
    role(name, consoleRules),
    role(viewer, viewerRules),
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name, labels: installLabels },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
  ]
}
