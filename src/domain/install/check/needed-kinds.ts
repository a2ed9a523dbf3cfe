/** Kinds of addons.cluster.x-k8s.io that Fitout works with. */
export const resourceSetKinds = ['ClusterResourceSet', 'ClusterResourceSetBinding'] as const

/** Groups and versions whose kinds decide whether Fitout can work. */
export const neededApis = [
  'cluster.x-k8s.io/v1beta2',
  'cluster.x-k8s.io/v1beta1',
  'addons.cluster.x-k8s.io/v1beta2',
  'helm.toolkit.fluxcd.io/v2',
  'kustomize.toolkit.fluxcd.io/v1',
] as const
