import type { Edit } from './edit.ts'

/** Kustomizations. */
export const kustomizationEdits: readonly Edit[] = [
  ['path', 'Kustomization', 'spec.path', './application'],
  ['path', 'Kustomization', 'spec.path', '/etc'],
  ['source', 'Kustomization', 'spec.sourceRef.name', 'fleet-infra'],
  ['source', 'Kustomization', 'spec.sourceRef.kind', 'Bucket', 'before', ['Bucket']],
  ['depends', 'Kustomization', 'spec.dependsOn', [{ name: 'crds' }], 'before', ['crds']],
  [
    'account',
    'Kustomization',
    'spec.serviceAccountName',
    'default',
    'before',
    ['system:serviceaccount', 'forbidden'],
  ],
  ['account', 'Kustomization', 'spec.serviceAccountName', 'ghost', 'before', ['ghost']],
  ['namespace', 'Kustomization', 'spec.targetNamespace', 'nowhere-<id>', 'before', ['nowhere-<id>']],
  [
    'health',
    'Kustomization',
    'spec.healthChecks',
    [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'wbe', namespace: '<id>' }],
    'before',
    ['wbe'],
  ],
  [
    'decrypt',
    'Kustomization',
    'spec.decryption',
    { provider: 'sops', secretRef: { name: 'sops-age' } },
    'before',
    ['sops-age'],
  ],
  [
    'values',
    'Kustomization',
    'spec.postBuild',
    { substituteFrom: [{ kind: 'Secret', name: 'cluster-secrets' }] },
    'before',
    ['cluster-secrets'],
  ],
  ['values', 'Kustomization', 'spec.postBuild.substitute', { tag: '0.9.0' }, 'before', ['0.9.0', 'tag']],
  [
    'patch',
    'Kustomization',
    'spec.patches',
    [{ patch: 'no patch at all', target: { kind: 'Deployment' } }],
    'before',
    ['patch'],
  ],
  [
    'patch',
    'Kustomization',
    'spec.patches',
    [
      {
        target: { kind: 'Deployment' },
        patch:
          '[{"op":"replace","path":"/spec/template/spec/containers/0/image","value":"registry.example.com/web:2.0.0"}]',
      },
    ],
    'before',
    ['web:2.0.0', 'patches'],
  ],
  [
    'images',
    'Kustomization',
    'spec.images',
    [{ name: 'registry.example.com/web', newTag: '3.0.0' }],
    'before',
    ['web:3.0.0', 'images'],
  ],
  ['timeout', 'Kustomization', 'spec.timeout', '1s', 'before', ['timeout', 'timed out', 'deadline']],
  ['kubeconfig', 'Kustomization', 'spec.kubeConfig', { secretRef: { name: 'remote' } }, 'before', ['remote']],
]
