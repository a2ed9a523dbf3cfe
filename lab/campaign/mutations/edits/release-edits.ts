import type { Edit } from './edit.ts'

/** HelmReleases. */
export const releaseEdits: readonly Edit[] = [
  ['chart', 'HelmRelease', 'spec.chart.spec.chart', 'wbe'],
  ['version', 'HelmRelease', 'spec.chart.spec.version', '9.x'],
  ['version', 'HelmRelease', 'spec.chart.spec.version', 'one', 'before'],
  ['source', 'HelmRelease', 'spec.chart.spec.sourceRef.name', 'chart-museum'],
  ['source', 'HelmRelease', 'spec.chart.spec.sourceRef.kind', 'GitRepository', 'before', ['GitRepository']],
  ['source', 'HelmRelease', 'spec.chart.spec.sourceRef.namespace', 'flux-system', 'before', ['flux-system']],
  ['source', 'HelmRelease', 'spec.chartRef.name', 'charts'],
  ['values', 'HelmRelease', 'spec.values', { replicas: 'three' }, 'before', ['replicas']],
  [
    'values',
    'HelmRelease',
    'spec.valuesFrom',
    [{ kind: 'Secret', name: 'missing-values' }],
    'before',
    ['missing-values'],
  ],
  [
    'values',
    'HelmRelease',
    'spec.valuesFrom',
    [{ kind: 'ConfigMap', name: 'defaults', valuesKey: 'prod.yaml' }],
    'before',
    ['prod.yaml', 'defaults'],
  ],
  ['values', 'HelmRelease', 'spec.valuesFrom.1.targetPath', 'zone[', 'before', ['zone[', 'targetPath']],
  ['depends', 'HelmRelease', 'spec.dependsOn', [{ name: 'database' }], 'before', ['database']],
  [
    'depends',
    'HelmRelease',
    'spec.dependsOn',
    [{ name: 'web' }],
    'before',
    ['depend', 'wait for each other'],
  ],
  [
    'account',
    'HelmRelease',
    'spec.serviceAccountName',
    'default',
    'before',
    ['system:serviceaccount', 'forbidden', 'default'],
  ],
  ['account', 'HelmRelease', 'spec.serviceAccountName', 'installer', 'before', ['installer']],
  ['kubeconfig', 'HelmRelease', 'spec.kubeConfig', { secretRef: { name: 'remote' } }, 'before', ['remote']],
  ['namespace', 'HelmRelease', 'spec.targetNamespace', 'nowhere-<id>', 'before'],
  ['namespace', 'HelmRelease', 'spec.storageNamespace', 'nowhere-<id>', 'before'],
  ['timeout', 'HelmRelease', 'spec.timeout', '1s', 'before', ['timeout', 'deadline', 'timed out']],
  [
    'render',
    'HelmRelease',
    'spec.postRenderers',
    [
      {
        kustomize: {
          patches: [
            {
              target: { kind: 'Deployment' },
              patch: '[{"op":"replace","path":"/spec/none/deep","value":1}]',
            },
          ],
        },
      },
    ],
    'before',
    ['postRender', 'post-render', 'post render', '/spec/none'],
  ],
  ['test', 'HelmRelease', 'spec.test', { enable: true }, 'before', ['test']],
  ['interval', 'HelmRelease', 'spec.interval', '1 minute'],
]
