import { isFields, partOf } from '../../object/fields.ts'
import type { GitObject } from '../delivery/delivery.ts'
import type { FieldChange } from './field-changes.ts'

const rolling = new Set(['Deployment', 'DaemonSet', 'StatefulSet'])

/** Whether pods are replaced: the template of a workload changes, and its strategy does it by itself. */
export function restartsPods(after: GitObject, fields: readonly FieldChange[]): boolean {
  if (after.group !== 'apps' || !rolling.has(after.kind)) return false
  const spec = partOf(after.content, 'spec')
  const byHand = partOf(spec, 'updateStrategy')['type'] === 'OnDelete'
  return (
    !byHand &&
    spec['replicas'] !== 0 &&
    fields.some(({ path }) => path[0] === 'spec' && path[1] === 'template')
  )
}

// What an API server refuses to change; by kind, the beginnings of paths.
const fixed: Readonly<Record<string, readonly string[]>> = {
  'apps/Deployment': ['spec.selector'],
  'apps/ReplicaSet': ['spec.selector'],
  'apps/DaemonSet': ['spec.selector'],
  'apps/StatefulSet': [
    'spec.selector',
    'spec.serviceName',
    'spec.volumeClaimTemplates',
    'spec.podManagementPolicy',
  ],
  'batch/Job': ['spec.template', 'spec.selector', 'spec.completions'],
  'rbac.authorization.k8s.io/RoleBinding': ['roleRef'],
  'rbac.authorization.k8s.io/ClusterRoleBinding': ['roleRef'],
  'storage.k8s.io/StorageClass': ['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode'],
  'addons.cluster.x-k8s.io/ClusterResourceSet': ['spec.clusterSelector', 'spec.strategy'],
}

/** Which field keeps a server from taking the change; undefined if none does. */
export function immutableField(
  { group, kind, content }: GitObject,
  fields: readonly FieldChange[],
): string | undefined {
  const paths = fields.map(({ path }) => path.join('.'))
  const isFixed = content['immutable'] === true && (kind === 'ConfigMap' || kind === 'Secret')
  const own = isFixed ? ['data', 'binaryData', 'stringData'] : (fixed[`${group}/${kind}`] ?? [])
  return own.find(prefix => paths.some(path => path === prefix || path.startsWith(`${prefix}.`)))
}

/** What goes along when an object is deleted; empty if nothing does. */
export function takenAlong({ group, kind, content }: GitObject): string {
  if (group === '' && kind === 'Namespace') return 'with everything in it'
  if (kind === 'CustomResourceDefinition') return 'with every object of its kind'
  if (group === 'helm.toolkit.fluxcd.io' && kind === 'HelmRelease')
    return partOf(content, 'spec')['suspend'] === true ? '' : 'Helm uninstalls it'
  if (group === 'cluster.x-k8s.io' && kind === 'Cluster')
    return 'Cluster API deletes its machines and all that runs on them'
  return group === '' && kind === 'PersistentVolumeClaim'
    ? 'with its data, unless the volume is retained'
    : ''
}

/** The versions that a CustomResourceDefinition no longer has. */
export function lostVersions(before: GitObject, after: GitObject): readonly string[] {
  if (after.kind !== 'CustomResourceDefinition') return []
  const kept = new Set(versionsIn(after))
  return versionsIn(before).filter(version => !kept.has(version))
}

function versionsIn({ content }: GitObject): readonly string[] {
  const list = partOf(content, 'spec')['versions']
  return Array.isArray(list) ? list.filter(isFields).map(version => String(version['name'])) : []
}
