import type { Edit } from './edit.ts'

/** Pools of Karpenter. */
export const karpenterEdits: readonly Edit[] = [
  ['class', 'NodePool', 'spec.template.spec.nodeClassRef.name', 'defualt', 'before', ['defualt']],
  ['class', 'NodePool', 'spec.template.spec.nodeClassRef.kind', 'EC2NodeClass', 'before', ['EC2NodeClass']],
  ['limits', 'NodePool', 'spec.limits.cpu', '0', 'before', ['limit']],
  [
    'requirements',
    'NodePool',
    'spec.template.spec.requirements.0.values',
    ['s390x'],
    'before',
    ['s390x', 'instance type'],
  ],
  [
    'requirements',
    'NodePool',
    'spec.template.spec.requirements.0',
    { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['moon-1a'] },
    'before',
    ['moon-1a', 'instance type', 'topology.kubernetes.io/zone'],
  ],
  [
    'requirements',
    'NodePool',
    'spec.template.spec.requirements.0',
    { key: 'node.kubernetes.io/instance-type', operator: 'In', values: ['m9.huge'] },
    'before',
    ['m9.huge', 'instance type'],
  ],
  ['requirements', 'NodePool', 'spec.template.spec.requirements.0.minValues', 40, 'before', ['minValues']],
  [
    'taint',
    'NodePool',
    'spec.template.spec.taints.1',
    { key: 'example.com/gpu', effect: 'NoSchedule' },
    'before',
    ['example.com/gpu'],
  ],
  [
    'taint',
    'NodePool',
    'spec.template.spec.startupTaints',
    [{ key: 'example.com/agent-not-ready', effect: 'NoSchedule' }],
    'before',
    ['example.com/agent-not-ready'],
  ],
  [
    'labels',
    'NodePool',
    'spec.template.metadata',
    { labels: { 'kubernetes.io/hostname': 'one' } },
    'before',
    ['kubernetes.io/hostname'],
  ],
  ['expire', 'NodePool', 'spec.template.spec.expireAfter', 'soon', 'before', ['expireAfter']],
]
