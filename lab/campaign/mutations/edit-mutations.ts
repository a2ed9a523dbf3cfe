import type { KubeObject } from '../../kube/kube-object.ts'
import { replacing, sideOf } from './field-mutations.ts'
import { mergePatch, withField } from './fields.ts'
import type { Mutation, MutationSource } from './mutation.ts'

type When = 'before' | 'after' | 'both'

/** A field that somebody sets to something, on every object of a kind. `*` is the id of the base. */
type Edit = readonly [
  operator: string,
  kind: string,
  path: string,
  value: unknown,
  when?: When,
  words?: readonly string[],
]

const pod = 'spec.template.spec'
const first = `${pod}.containers.0`

/** Edits as people make them, by the kind of object. Written before anybody looked at the rules. */
export const edits: readonly Edit[] = [
  // What stops things on purpose.
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

  // Images and what runs in them.
  ...['Deployment', 'DaemonSet', 'StatefulSet', 'Job'].flatMap((kind): readonly Edit[] => [
    ['image', kind, `${first}.image`, 'registry.example.com/web:1.0.1', kind === 'Job' ? 'before' : 'both'],
    ['image', kind, `${first}.image`, 'registry.example.com/wbe:1.0.0'],
    ['image', kind, `${first}.image`, 'registry.exmaple.com/web:1.0.0'],
    ['image', kind, `${first}.image`, 'registry.example.com/Web:1.0.0'],
    ['image', kind, `${first}.image`, 'private.example.com/web:1.0.0'],
    ['pull', kind, `${first}.imagePullPolicy`, 'Never', 'before', ['ErrImageNeverPull', 'Never']],
    ['command', kind, `${first}.command`, ['/bin/wbe']],
    ['args', kind, `${first}.args`, ['--config=/etc/web/web.conf', '--verbos'], 'before', ['--verbos']],
    ['env', kind, `${first}.env.0.value`, 'x', 'before', ['DATABASE_URL', 'may not be specified']],
    [
      'memory',
      kind,
      `${first}.resources.limits.memory`,
      '4Mi',
      kind === 'Job' ? 'before' : 'both',
      ['memory', 'OOM'],
    ],
    ['memory', kind, `${first}.resources.requests.memory`, '900Gi', 'before', ['memory', 'Memory']],
    ['cpu', kind, `${first}.resources.requests.cpu`, '900', 'before', ['cpu']],
    [
      'root',
      kind,
      `${first}.securityContext`,
      { runAsNonRoot: true, runAsUser: 0 },
      'before',
      ['non-root', 'runAsNonRoot'],
    ],
    [
      'gate',
      kind,
      `${pod}.schedulingGates`,
      [{ name: 'example.com/wait' }],
      'before',
      ['example.com/wait', 'scheduling'],
    ],
    [
      'scheduler',
      kind,
      `${pod}.schedulerName`,
      'batch-scheduler',
      'before',
      ['batch-scheduler', 'schedulerName'],
    ],
    ['runtime', kind, `${pod}.runtimeClassName`, 'gvisor', 'before'],
    ['priority', kind, `${pod}.priorityClassName`, 'urgent', 'before'],
    [
      'selector',
      kind,
      `${pod}.nodeSelector`,
      { 'example.com/disk': 'ssd' },
      'before',
      ['example.com/disk', 'selector', 'affinity'],
    ],
    ['node', kind, `${pod}.nodeName`, 'node-that-was', 'before'],
    ['account', kind, `${pod}.serviceAccountName`, 'runer'],
    ['pull secret', kind, `${pod}.imagePullSecrets`, [{ name: 'registry' }], 'before'],
    ['volume', kind, `${pod}.volumes.1`, { name: 'certs', secret: { secretName: 'tls' } }, 'before', ['tls']],
    [
      'claim',
      kind,
      `${pod}.volumes.1`,
      { name: 'cache', persistentVolumeClaim: { claimName: 'cache' } },
      'before',
      ['cache'],
    ],
  ]),
  ['probe', 'Deployment', `${first}.readinessProbe.httpGet.path`, '/ready'],
  ['probe', 'Deployment', `${first}.readinessProbe.httpGet.port`, 9090, 'both'],
  ['probe', 'Deployment', `${first}.readinessProbe.httpGet.scheme`, 'HTTPS', 'before', ['eadiness']],
  ['probe', 'Deployment', `${first}.livenessProbe.httpGet.port`, 9090, 'before', ['9090', 'iveness']],
  [
    'probe',
    'Deployment',
    `${first}.startupProbe`,
    { httpGet: { path: '/started', port: 8080 } },
    'before',
    ['/started', 'tartup'],
  ],
  [
    'hook',
    'Deployment',
    `${first}.lifecycle`,
    { postStart: { exec: { command: ['/bin/false'] } } },
    'before',
    ['PostStart', 'postStart', '/bin/false'],
  ],
  ['spread', 'Deployment', 'spec.replicas', 3, 'before', ['replicas']],
  [
    'strategy',
    'Deployment',
    'spec.strategy',
    { type: 'Recreate', rollingUpdate: { maxSurge: 1 } },
    'before',
    ['rollingUpdate', 'strategy'],
  ],
  ['selector', 'Deployment', 'spec.selector.matchLabels', { app: 'other' }, 'before', ['selector']],
  [
    'deadline',
    'Job',
    'spec.activeDeadlineSeconds',
    1,
    'before',
    ['DeadlineExceeded', 'activeDeadlineSeconds', 'deadline'],
  ],
  ['schedule', 'CronJob', 'spec.schedule', '61 3 * * *'],
  ['timezone', 'CronJob', 'spec.timeZone', 'Europe/Nowhere'],
  ['claim', 'StatefulSet', 'spec.volumeClaimTemplates.0.spec.storageClassName', 'fast', 'before', ['fast']],
  [
    'claim',
    'StatefulSet',
    'spec.volumeClaimTemplates.0.spec.resources.requests.storage',
    '5Gi',
    'before',
    ['storage', '5Gi'],
  ],
  [
    'claim',
    'StatefulSet',
    'spec.volumeClaimTemplates.0.spec.accessModes',
    ['ReadWriteMany'],
    'before',
    ['accessModes', 'ReadWriteMany'],
  ],
  [
    'volume',
    'PersistentVolume',
    'spec.claimRef',
    { kind: 'PersistentVolumeClaim', name: 'other', namespace: 'other' },
    'before',
    ['PersistentVolume', 'disk'],
  ],
  [
    'volume',
    'PersistentVolume',
    'spec.nodeAffinity',
    {
      required: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['moon'] }] }],
      },
    },
    'before',
    ['affinity'],
  ],
  ['quota', 'ResourceQuota', 'spec.hard', { pods: '1' }, 'before', ['team']],
  ['quota', 'ResourceQuota', 'spec.hard', { 'limits.cpu': '1' }, 'before', ['limits.cpu', 'team']],
  ['limits', 'LimitRange', 'spec.limits.0.max.memory', '32Mi', 'before', ['maximum memory']],
  ['limits', 'LimitRange', 'spec.limits.0.min', { memory: '128Mi' }, 'before', ['minimum memory']],
  ['limits', 'LimitRange', 'spec.limits.0.maxLimitRequestRatio', { memory: '1' }, 'before', ['ratio']],
  [
    'budget',
    'PodDisruptionBudget',
    'spec.minAvailable',
    5,
    'both',
    ['minAvailable', 'budget', 'Budget', 'healthy'],
  ],
  ['policy', 'PriorityClass', 'value', 2_000_000_000, 'before', ['value']],

  // Definitions, aggregated APIs, webhooks.
  ['schema', 'Widget', 'spec.size', 0],
  ['schema', 'Widget', 'spec.size', 'large'],
  ['version', 'CustomResourceDefinition', 'spec.versions.0.name', 'v2', 'before', ['v1', 'version']],
  [
    'served',
    'CustomResourceDefinition',
    'spec.versions.0.served',
    false,
    'both',
    ['served', 'no matches', 'version'],
  ],
  [
    'names',
    'CustomResourceDefinition',
    'spec.names.plural',
    'gadgets',
    'before',
    ['gadgets', 'metadata.name', 'plural'],
  ],
  [
    'certificate',
    'APIService',
    'spec.insecureSkipTLSVerify',
    false,
    'before',
    ['certificate', 'insecureSkipTLSVerify', 'tls'],
  ],
  ['port', 'APIService', 'spec.service.port', 9, 'both', [':9', 'port', 'refused']],
  ['name', 'APIService', 'spec.service.name', 'metric', 'both', ['metric']],
  ['name', 'APIService', 'spec.service.namespace', 'default', 'before'],
  [
    'url',
    'ValidatingWebhookConfiguration',
    'webhooks.0.clientConfig.url',
    'https://localhost:9/admit',
    'before',
    ['guard.example.com'],
  ],
  [
    'url',
    'ValidatingWebhookConfiguration',
    'webhooks.0.clientConfig.url',
    'https://guard.invalid/admit',
    'before',
    ['guard.example.com', 'guard.invalid'],
  ],
  [
    'certificate',
    'ValidatingWebhookConfiguration',
    'webhooks.0.clientConfig.caBundle',
    Buffer.from('no certificate').toString('base64'),
    'before',
    ['caBundle', 'guard.example.com'],
  ],
  [
    'rules',
    'ValidatingWebhookConfiguration',
    'webhooks.0.clientConfig.url',
    'https://localhost:9/admit',
    'after',
    ['guard.example.com'],
  ],

  // Sources.
  [
    'url',
    'HelmRepository',
    'spec.url',
    'http://127.0.0.1:9',
    'before',
    ['connection refused', '127.0.0.1:9'],
  ],
  ['url', 'HelmRepository', 'spec.url', 'http://charts.invalid', 'before', ['no such host']],
  ['url', 'HelmRepository', 'spec.url', 'ftp://charts.example.com', 'before', ['ftp']],
  ['url', 'HelmRepository', 'spec.url', 'charts.example.com/stable', 'before'],
  ['type', 'HelmRepository', 'spec.type', 'default', 'before', ['oci', 'type']],
  ['secret', 'HelmRepository', 'spec.secretRef', { name: 'charts-login' }, 'before', ['charts-login']],
  ['secret', 'HelmRepository', 'spec.certSecretRef', { name: 'charts-tls' }, 'before', ['charts-tls']],
  ['timeout', 'HelmRepository', 'spec.timeout', '1ms', 'before', ['timeout', 'deadline']],
  ['interval', 'HelmRepository', 'spec.interval', 'often'],
  [
    'url',
    'OCIRepository',
    'spec.url',
    'oci://127.0.0.1:9/charts/none',
    'before',
    ['connection refused', '127.0.0.1:9'],
  ],
  ['url', 'OCIRepository', 'spec.url', 'https://registry.example.com/charts', 'before', ['oci://']],
  ['tag', 'OCIRepository', 'spec.ref.tag', '9.9.9'],
  ['tag', 'OCIRepository', 'spec.ref', { semver: '>=9.0.0' }, 'before', ['9.0.0']],
  ['digest', 'OCIRepository', 'spec.ref', { digest: `sha256:${'0'.repeat(64)}` }, 'before', ['sha256:000']],
  [
    'layer',
    'OCIRepository',
    'spec.layerSelector.mediaType',
    'application/json',
    'before',
    ['application/json', 'layer'],
  ],
  ['insecure', 'OCIRepository', 'spec.insecure', false, 'before', ['insecure', 'http', 'HTTPS']],
  ['secret', 'OCIRepository', 'spec.secretRef', { name: 'registry-login' }, 'before', ['registry-login']],
  ['account', 'OCIRepository', 'spec.serviceAccountName', 'puller', 'before', ['puller']],
  [
    'verify',
    'OCIRepository',
    'spec.verify',
    { provider: 'cosign', secretRef: { name: 'cosign-key' } },
    'before',
    ['cosign-key'],
  ],
  [
    'url',
    'GitRepository',
    'spec.url',
    'http://127.0.0.1:9/fleet.git',
    'before',
    ['127.0.0.1:9', 'connection refused'],
  ],
  [
    'url',
    'GitRepository',
    'spec.url',
    'http://git.invalid/fleet.git',
    'before',
    ['git.invalid', 'no such host'],
  ],
  ['url', 'GitRepository', 'spec.url', 'ssh://git@git.example.com/fleet.git', 'before', ['ssh', 'secretRef']],
  ['branch', 'GitRepository', 'spec.ref.branch', 'release'],
  ['tag', 'GitRepository', 'spec.ref', { tag: 'v9' }, 'before', ['v9']],
  [
    'commit',
    'GitRepository',
    'spec.ref',
    { commit: 'ffffffffffffffffffffffffffffffffffffffff' },
    'before',
    ['ffffffff'],
  ],
  ['semver', 'GitRepository', 'spec.ref', { semver: '>=1.0.0' }, 'before', ['1.0.0']],
  ['secret', 'GitRepository', 'spec.secretRef', { name: 'git-login' }, 'before', ['git-login']],
  [
    'verify',
    'GitRepository',
    'spec.verify',
    { mode: 'HEAD', secretRef: { name: 'git-keys' } },
    'before',
    ['git-keys'],
  ],
  ['include', 'GitRepository', 'spec.include', [{ repository: { name: 'shared' } }], 'before', ['shared']],

  // Releases.
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
  ['depends', 'HelmRelease', 'spec.dependsOn', [{ name: 'web' }], 'before', ['depend']],
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
  ['namespace', 'HelmRelease', 'spec.targetNamespace', 'nowhere', 'before'],
  ['namespace', 'HelmRelease', 'spec.storageNamespace', 'nowhere', 'before'],
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

  // Kustomizations.
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
  ['namespace', 'Kustomization', 'spec.targetNamespace', 'nowhere', 'before', ['nowhere']],
  [
    'health',
    'Kustomization',
    'spec.healthChecks',
    [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'wbe', namespace: '*' }],
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

  // Karpenter.
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

/** The edits that fit the objects of a base. */
export const editMutations: MutationSource = base =>
  edits.flatMap(([operator, kind, path, value, when = 'before', words = []]) =>
    base.parts
      .filter(({ object }) => object.kind === kind)
      .flatMap((part): readonly Mutation[] => {
        const keys = path.split('.')
        const field = keys.length > 1 || path in part.object ? keys : keys
        const now = withIds(value, base.id)
        const changed = withField(part.object, field, now)
        // A path that the object does not have is added to it only where its parent is there.
        if (keys.length > 2 && !hasParent(part.object, keys)) return []
        const known =
          typeof now === 'string' ? [now] : typeof now === 'number' && now > 99 ? [String(now)] : []
        const mutated = { side: sideOf(part), object: part.object, field, words: [...words, ...known] }
        const name = `${kind} ${part.object.metadata.name}: ${path} = ${JSON.stringify(now)}`
        const earlier: Mutation = {
          name,
          operator,
          mutated,
          change: whole => replacing(whole, part, changed),
        }
        const later: Mutation = {
          name: `live ${name}`,
          operator,
          mutated,
          after: patched(part.object, changed),
        }
        const isLive = part.way === 'pack' || part.way === 'node'
        return [...(when === 'after' ? [] : [earlier]), ...(when === 'before' || !isLive ? [] : [later])]
      }),
  )

function patched(object: KubeObject, changed: KubeObject): NonNullable<Mutation['after']> {
  return async ({ workload }) => {
    await workload.patch(object, mergePatch(object, changed) as object)
  }
}

function hasParent(object: KubeObject, keys: readonly string[]): boolean {
  let node: unknown = object
  for (const key of keys.slice(0, -1)) {
    node = (node as Readonly<Record<string, unknown>> | undefined)?.[key]
    if (node === undefined) return false
  }
  return true
}

function withIds(value: unknown, id: string): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"*"', JSON.stringify(id))) as unknown
}
