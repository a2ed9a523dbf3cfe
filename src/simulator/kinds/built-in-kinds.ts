import { type Kind, kindOf } from './kind.ts'

// One line per kind: scope (N or C), then s for a status apart, g for a generation; then what else can be selected by.
const rows: Readonly<Record<string, readonly string[]>> = {
  '/v1': [
    'Namespace Cs status.phase',
    'Node Cs spec.unschedulable',
    'PersistentVolume Cs',
    'ConfigMap N',
    'Secret N type',
    'ServiceAccount N',
    'Service Ns spec.clusterIP spec.type',
    'Endpoints N',
    'Pod Nsg spec.nodeName status.phase',
    'PodTemplate Ng',
    'ReplicationController Nsg',
    'PersistentVolumeClaim Ns',
    'LimitRange N',
    'ResourceQuota Ns',
    'Event N involvedObject.kind involvedObject.name involvedObject.uid reason type',
  ],
  'apps/v1': ['Deployment Nsg', 'DaemonSet Nsg', 'StatefulSet Nsg', 'ReplicaSet Nsg', 'ControllerRevision N'],
  'batch/v1': ['Job Nsg', 'CronJob Nsg'],
  'rbac.authorization.k8s.io/v1': ['Role N', 'RoleBinding N', 'ClusterRole C', 'ClusterRoleBinding C'],
  'coordination.k8s.io/v1': ['Lease N'],
  'apiextensions.k8s.io/v1': ['CustomResourceDefinition Csg'],
  'apiregistration.k8s.io/v1': ['APIService Cs'],
  'admissionregistration.k8s.io/v1': [
    'ValidatingAdmissionPolicy Csg',
    'ValidatingAdmissionPolicyBinding Cg',
    'MutatingAdmissionPolicy Cg',
    'MutatingAdmissionPolicyBinding Cg',
    'ValidatingWebhookConfiguration Cg',
    'MutatingWebhookConfiguration Cg',
  ],
  'networking.k8s.io/v1': ['Ingress Nsg', 'IngressClass Cg', 'NetworkPolicy Ng'],
  'policy/v1': ['PodDisruptionBudget Nsg'],
  'storage.k8s.io/v1': ['StorageClass C', 'CSIDriver C', 'CSINode C', 'VolumeAttachment Cs'],
  'autoscaling/v2': ['HorizontalPodAutoscaler Ns'],
  'scheduling.k8s.io/v1': ['PriorityClass Cg'],
  'node.k8s.io/v1': ['RuntimeClass C'],
  'discovery.k8s.io/v1': ['EndpointSlice Ng'],
  'events.k8s.io/v1': ['Event N'],
  'certificates.k8s.io/v1': ['CertificateSigningRequest Cs'],
  'flowcontrol.apiserver.k8s.io/v1': ['FlowSchema Csg', 'PriorityLevelConfiguration Csg'],
}

/** The kinds that every API server serves. */
export const builtInKinds: readonly Kind[] = Object.entries(rows).flatMap(([apiVersion, kinds]) => {
  const [group = '', version = ''] = apiVersion.split('/')
  return kinds.map(row => kindOfRow(row, group, version))
})

function kindOfRow(row: string, group: string, version: string): Kind {
  const [kind = '', marks = '', ...selectable] = row.split(' ')
  return kindOf({
    group,
    kind,
    versions: [version],
    scope: marks.startsWith('N') ? 'Namespaced' : 'Cluster',
    hasStatus: marks.includes('s'),
    hasGeneration: marks.includes('g'),
    mayUpdateBlindly: true,
    selectable,
  })
}
