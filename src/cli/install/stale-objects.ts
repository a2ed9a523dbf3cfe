import type { InstalledObject } from '../../domain/install/installed-object.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { Api, Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { installedResource } from './object-resource.ts'

/** By this label `fitout install` finds what it installed itself, and no other tool did. */
export const managedByLabels = { 'app.kubernetes.io/managed-by': 'fitout' } as const

const kinds: readonly (readonly [string, string])[] = [
  ['admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding'],
  ['admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy'],
  ['monitoring.coreos.com/v1', 'PodMonitor'],
  ['monitoring.coreos.com/v1', 'PrometheusRule'],
  ['apps/v1', 'Deployment'],
  ['policy/v1', 'PodDisruptionBudget'],
  ['networking.k8s.io/v1', 'NetworkPolicy'],
  ['v1', 'ConfigMap'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding'],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ['rbac.authorization.k8s.io/v1', 'Role'],
  ['v1', 'ServiceAccount'],
]

/** All kinds of an installation but CustomResourceDefinitions and Namespaces, in the order in which they are removed. */
const installedKinds: readonly Resource[] = kinds.map(([apiVersion, kind]) =>
  installedResource(apiVersion, kind),
)

/** Objects with these labels, of all kinds that an installation has. Kinds that the caller must not list are left out. */
export async function listInstalled(
  api: Api,
  labels: Readonly<Record<string, string>>,
): Promise<readonly KubeObject[]> {
  const selector = Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',')
  const found: KubeObject[] = []
  for (const resource of installedKinds) {
    try {
      found.push(...(await api.list({ resource, labels: selector })).items)
    } catch (error) {
      if (!hasCode(error, 'NotServed', 'NotFound', 'Forbidden')) throw error
    }
  }
  return found
}

/** What an earlier `fitout install` installed, and is not wanted any more: a ClusterRoleBinding, where namespaces are named now. */
export function staleObjects(
  found: readonly KubeObject[],
  wanted: readonly InstalledObject[],
): readonly KubeObject[] {
  const ids = new Set(wanted.map(idOf))
  return found.filter(object => !ids.has(idOf(object)))
}

function idOf({ kind, metadata }: KubeObject | InstalledObject): string {
  return `${kind} ${metadata.namespace ?? ''}/${metadata.name}`
}
