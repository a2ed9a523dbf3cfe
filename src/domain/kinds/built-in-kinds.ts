/** A kind that every API server serves. */
export interface BuiltInKind {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly scope: 'Namespaced' | 'Cluster'
}

type Scope = BuiltInKind['scope']

// By group and scope. Only kinds that can be created: no subresources, no reviews.
const groups: Readonly<Record<string, Readonly<Partial<Record<Scope, readonly string[]>>>>> = {
  '': {
    Cluster: ['Namespace', 'Node', 'PersistentVolume'],
    Namespaced: [
      'ConfigMap',
      'Endpoints',
      'Event',
      'LimitRange',
      'PersistentVolumeClaim',
      'Pod',
      'PodTemplate',
      'ReplicationController',
      'ResourceQuota',
      'Secret',
      'Service',
      'ServiceAccount',
    ],
  },
  'admissionregistration.k8s.io': {
    Cluster: [
      'MutatingAdmissionPolicy',
      'MutatingAdmissionPolicyBinding',
      'MutatingWebhookConfiguration',
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionPolicyBinding',
      'ValidatingWebhookConfiguration',
    ],
  },
  'apiextensions.k8s.io': { Cluster: ['CustomResourceDefinition'] },
  'apiregistration.k8s.io': { Cluster: ['APIService'] },
  apps: { Namespaced: ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'] },
  autoscaling: { Namespaced: ['HorizontalPodAutoscaler'] },
  batch: { Namespaced: ['CronJob', 'Job'] },
  'certificates.k8s.io': { Cluster: ['CertificateSigningRequest', 'ClusterTrustBundle'] },
  'coordination.k8s.io': { Namespaced: ['Lease'] },
  'discovery.k8s.io': { Namespaced: ['EndpointSlice'] },
  'events.k8s.io': { Namespaced: ['Event'] },
  'flowcontrol.apiserver.k8s.io': { Cluster: ['FlowSchema', 'PriorityLevelConfiguration'] },
  'networking.k8s.io': {
    Cluster: ['IPAddress', 'IngressClass', 'ServiceCIDR'],
    Namespaced: ['Ingress', 'NetworkPolicy'],
  },
  'node.k8s.io': { Cluster: ['RuntimeClass'] },
  policy: { Namespaced: ['PodDisruptionBudget'] },
  'rbac.authorization.k8s.io': {
    Cluster: ['ClusterRole', 'ClusterRoleBinding'],
    Namespaced: ['Role', 'RoleBinding'],
  },
  'resource.k8s.io': {
    Cluster: ['DeviceClass', 'ResourceSlice'],
    Namespaced: ['ResourceClaim', 'ResourceClaimTemplate'],
  },
  'scheduling.k8s.io': { Cluster: ['PriorityClass'] },
  'storage.k8s.io': {
    Cluster: ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment', 'VolumeAttributesClass'],
    Namespaced: ['CSIStorageCapacity'],
  },
}

/** The kinds that need no CustomResourceDefinition. */
const builtInKinds: readonly BuiltInKind[] = Object.entries(groups).flatMap(([group, scopes]) =>
  (['Cluster', 'Namespaced'] as const).flatMap(scope =>
    (scopes[scope] ?? []).map(kind => ({ group, kind, plural: pluralOf(kind), scope })),
  ),
)

/** Those of them that live in namespaces. */
export const namespacedBuiltInKinds: readonly BuiltInKind[] = builtInKinds.filter(
  ({ scope }) => scope === 'Namespaced',
)

const byName = new Map(builtInKinds.map(kind => [`${kind.group}/${kind.kind}`, kind]))

/** Finds a kind that every API server serves. */
export function findBuiltInKind(group: string, kind: string): BuiltInKind | undefined {
  return byName.get(`${group}/${kind}`)
}

/** The name of a kind in addresses, by the rule that nearly all follow. */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase()
  if (word === 'endpoints') return word
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
