import type { Edit } from './edit.ts'

/** What stops things on purpose. */
export const stopEdits: readonly Edit[] = [
  ['pause', 'Deployment', 'spec.paused', true, 'before'],
  ['scale', 'Deployment', 'spec.replicas', 0, 'both'],
  ['scale', 'StatefulSet', 'spec.replicas', 0, 'both'],
  ['suspend', 'Job', 'spec.suspend', true, 'before'],
  ['suspend', 'CronJob', 'spec.suspend', true, 'both'],
  ['suspend', 'HelmRelease', 'spec.suspend', true, 'before'],
  ['suspend', 'Kustomization', 'spec.suspend', true, 'before'],
  ['suspend', 'GitRepository', 'spec.suspend', true, 'before'],
  ['suspend', 'HelmRepository', 'spec.suspend', true, 'before'],
  ['suspend', 'OCIRepository', 'spec.suspend', true, 'before'],
  [
    'pause',
    'ClusterResourceSet',
    'metadata.annotations',
    { 'cluster.x-k8s.io/paused': '' },
    'before',
    ['paused'],
  ],
  ['cordon', 'Node', 'spec.unschedulable', true, 'before', ['unschedulable', 'cordon']],
  [
    'taint',
    'Node',
    'spec.taints',
    [{ key: 'example.com/broken', effect: 'NoSchedule' }],
    'before',
    ['example.com/broken'],
  ],
  [
    'taint',
    'Node',
    'spec.taints',
    [{ key: 'example.com/drain', effect: 'NoExecute' }],
    'after',
    ['example.com/drain'],
  ],
  ['label', 'Node', 'metadata.labels', { 'example.com/pool': 'other' }, 'before', ['example.com/pool']],
]
