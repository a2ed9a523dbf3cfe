import { type CustomKind, customKindOf, customKinds, isDefinition } from './custom-kinds.ts'
import { isWebhookConfiguration } from './judge-manifests.ts'
import { findBuiltInKind } from '../kinds/built-in-kinds.ts'
import { labelValueProblems } from '../labels/label-key.ts'
import { isNamespace, labelOf, type Manifest } from './manifest.ts'
import { apiGroup } from '../object/api-group.ts'

/** When objects are applied. Each stage is a key of its own, and keys are applied in their order. */
export const stages = [
  { name: 'namespaces', key: '00-namespaces.yaml' },
  { name: 'crds', key: '10-crds.yaml' },
  { name: 'objects', key: '20-objects.yaml' },
  { name: 'webhooks', key: '30-webhooks.yaml' },
  { name: 'custom-resources', key: '40-custom-resources.yaml' },
] as const

type StageName = (typeof stages)[number]['name']

/** An object with its place in the order of application. */
export interface StagedManifest {
  readonly manifest: Manifest
  readonly stage: StageName
  /** The part of the add-on that it belongs to; empty for what belongs to all of it. */
  readonly component: string
}

// What others refer to comes first, what starts pods comes last: the order in which Helm installs.
const kindOrder = [
  'PriorityClass',
  'RuntimeClass',
  'NetworkPolicy',
  'ResourceQuota',
  'LimitRange',
  'PodDisruptionBudget',
  'ServiceAccount',
  'Secret',
  'ConfigMap',
  'StorageClass',
  'CSIDriver',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
  'Service',
  'DaemonSet',
  'Pod',
  'ReplicationController',
  'ReplicaSet',
  'Deployment',
  'HorizontalPodAutoscaler',
  'StatefulSet',
  'Job',
  'CronJob',
  'IngressClass',
  'Ingress',
  'APIService',
]
const kindRank = new Map(kindOrder.map((kind, rank) => [kind, rank]))
const stageRank = new Map<StageName, number>(stages.map(({ name }, rank) => [name, rank]))

const COMPONENT_LABEL = 'app.kubernetes.io/component'

/** Puts objects in the order of application. Within one kind they keep the order of their sources. */
export function stageManifests(manifests: readonly Manifest[]): readonly StagedManifest[] {
  const kinds = customKinds(manifests)
  return manifests
    .map(manifest => ({ manifest, stage: stageOf(manifest, kinds), component: componentOf(manifest) }))
    .toSorted((a, b) => rank(a) - rank(b))
}

function stageOf(manifest: Manifest, kinds: ReadonlyMap<string, CustomKind>): StageName {
  if (isNamespace(manifest)) return 'namespaces'
  if (isDefinition(manifest)) return 'crds'
  // A webhook that is there before its pods are refuses what comes behind it: so nothing of the pack does but its own kinds.
  if (isWebhookConfiguration(manifest)) return 'webhooks'
  const isCustom =
    customKindOf(manifest, kinds) || !findBuiltInKind(apiGroup(manifest.apiVersion), manifest.kind)
  return isCustom ? 'custom-resources' : 'objects'
}

// As part of a name: what a label may hold and a name may not becomes a hyphen. What no label may hold is no component.
function componentOf(manifest: Manifest): string {
  const label = labelOf(manifest, COMPONENT_LABEL) ?? ''
  if (labelValueProblems(label).length > 0) return ''
  return label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

function rank({ stage, manifest }: StagedManifest): number {
  const within = stage === 'objects' ? (kindRank.get(manifest.kind) ?? kindOrder.length) : 0
  return (stageRank.get(stage) ?? 0) * 1_000 + within
}
