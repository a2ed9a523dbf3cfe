import { type KubeObject, ref } from '../../kube/kube-object.ts'
import type { Base } from '../base.ts'
import type { Mutation, MutationSource } from './mutation.ts'

/** What a user adds to the workload cluster, so that something of this base is refused. */
interface Added {
  readonly operator: string
  readonly object: (id: string, https: { readonly port: number; readonly ca: string }) => KubeObject
  readonly words: readonly string[]
  /** Only where the base has such an object. */
  readonly kind?: string
}

const ADMISSION = 'admissionregistration.k8s.io/v1'

/** Rules of the workload cluster that are there before the step is delivered. */
const added: readonly Added[] = [
  quota({ pods: '0' }, ['pods', 'quota']),
  quota({ 'requests.cpu': '1m' }, ['requests.cpu', 'quota']),
  quota({ 'limits.cpu': '8' }, ['limits.cpu', 'quota']),
  quota({ 'limits.memory': '1Mi' }, ['limits.memory', 'quota']),
  quota({ 'count/configmaps': '1' }, ['count/configmaps', 'quota'], 'ConfigMap'),
  quota({ 'count/secrets': '0' }, ['count/secrets', 'quota'], 'Secret'),
  quota({ 'count/deployments.apps': '0' }, ['count/deployments.apps', 'quota'], 'Deployment'),
  quota({ services: '0' }, ['services', 'quota'], 'Service'),
  quota({ persistentvolumeclaims: '0' }, ['persistentvolumeclaims', 'quota'], 'StatefulSet'),
  limits({ type: 'Container', max: { memory: '16Mi' } }, ['maximum memory']),
  limits({ type: 'Container', min: { cpu: '500m' } }, ['minimum cpu']),
  limits({ type: 'Pod', max: { memory: '16Mi' } }, ['maximum memory']),
  policy(
    'pods',
    '',
    'v1',
    'has(object.spec.hostNetwork) && object.spec.hostNetwork',
    'Every pod must use the host network',
  ),
  policy(
    'deployments',
    'apps',
    'v1',
    "has(object.metadata.labels) && 'team' in object.metadata.labels",
    'Every Deployment needs the label team',
    'Deployment',
  ),
  policy(
    'configmaps',
    '',
    'v1',
    "object.metadata.name.startsWith('team-')",
    'The name of a ConfigMap begins with team-',
    'ConfigMap',
  ),
  policy(
    'secrets',
    '',
    'v1',
    "object.type == 'Opaque' && has(object.immutable)",
    'Every Secret must be immutable',
    'Secret',
  ),
  policy(
    'serviceaccounts',
    '',
    'v1',
    'has(object.automountServiceAccountToken)',
    'Say whether the token is mounted',
    'ServiceAccount',
  ),
  policy(
    'helmreleases',
    'helm.toolkit.fluxcd.io',
    'v2',
    'has(object.spec.driftDetection)',
    'Releases need drift detection',
    'HelmRelease',
  ),
  policy(
    'kustomizations',
    'kustomize.toolkit.fluxcd.io',
    'v1',
    'has(object.spec.force)',
    'Kustomizations must say force',
    'Kustomization',
  ),
  webhook('pods', '', 'v1', 'https://localhost:9/pods', ['connection refused']),
  webhook(
    'deployments',
    'apps',
    'v1',
    'https://policy.invalid/validate',
    ['policy.invalid', 'no such host'],
    'Deployment',
  ),
  webhook('configmaps', '', 'v1', 'https://localhost:9/maps', ['connection refused'], 'ConfigMap'),
  webhook(
    'serviceaccounts',
    '',
    'v1',
    'https://localhost:*/refuse',
    ['Not in this namespace'],
    'ServiceAccount',
  ),
  webhook('pods', '', 'v1', 'https://localhost:*/refuse', ['Not in this namespace']),
  webhook('pods', '', 'v1', 'https://localhost:*/hang', ['deadline', 'timeout']),
  security('restricted', ['restricted', 'PodSecurity']),
]

/** A quota, limits, a policy, a webhook or a security level that refuses something of a base. */
export const admissionMutations: MutationSource = base =>
  added
    .filter(({ kind }) => base.parts.some(({ object }) => object.kind === (kind ?? 'Deployment')))
    .map(one => mutation(base, one))

function mutation({ id }: Base, { operator, object, words, kind = 'Pod' }: Added): Mutation {
  const sample = object(id, { port: 0, ca: '' })
  const what = `${words.find(word => word !== sample.metadata.name) ?? ''} (${kind})`
  return {
    name: `add ${sample.kind} ${sample.metadata.name}: ${what}`,
    operator,
    mutated: { side: 'workload', object: sample, words: words.map(word => word.replace('*', id)) },
    before: async ({ workload, https }) => {
      if (sample.kind !== 'Namespace') await workload.apply({ ...ref('v1', 'Namespace', id) })
      await workload.apply(object(id, https))
      if (sample.kind !== 'ValidatingAdmissionPolicy') return
      await workload.apply({
        ...ref(ADMISSION, 'ValidatingAdmissionPolicyBinding', sample.metadata.name),
        spec: { policyName: sample.metadata.name, validationActions: ['Deny'] },
      })
    },
    undo: async ({ workload }) => {
      if (sample.kind === 'Namespace' || sample.metadata.namespace !== undefined) return
      if (sample.kind === 'ValidatingAdmissionPolicy')
        await workload.delete(ref(ADMISSION, 'ValidatingAdmissionPolicyBinding', sample.metadata.name))
      await workload.delete(sample)
    },
  }
}

function quota(hard: Readonly<Record<string, string>>, words: readonly string[], kind?: string): Added {
  return {
    operator: 'quota',
    object: id => ({ ...ref('v1', 'ResourceQuota', `${id}/budget`), spec: { hard } }),
    words: ['budget', ...words],
    ...(kind === undefined ? {} : { kind }),
  }
}

function limits(limit: object, words: readonly string[]): Added {
  return {
    operator: 'limits',
    object: id => ({ ...ref('v1', 'LimitRange', `${id}/sizes`), spec: { limits: [limit] } }),
    words: ['sizes', ...words],
  }
}

function policy(
  ...[resource, group, version, expression, message, kind]: readonly [
    string,
    string,
    string,
    string,
    string,
    string?,
  ]
): Added {
  return {
    operator: 'policy',
    object: id => ({
      ...ref(ADMISSION, 'ValidatingAdmissionPolicy', `${id}-rule`),
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': id } },
          resourceRules: [
            { apiGroups: [group], apiVersions: [version], operations: ['CREATE'], resources: [resource] },
          ],
        },
        validations: [{ expression, message }],
      },
    }),
    words: [message],
    ...(kind === undefined ? {} : { kind }),
  }
}

function webhook(
  ...[resource, group, version, url, words, kind]: readonly [
    string,
    string,
    string,
    string,
    readonly string[],
    string?,
  ]
): Added {
  return {
    operator: 'webhook',
    object: (id, { port, ca }) => ({
      ...ref(ADMISSION, 'ValidatingWebhookConfiguration', `${id}-hook`),
      webhooks: [
        {
          name: `hook.${id}.example.com`,
          clientConfig: {
            url: url.replace('*', String(port)),
            ...(ca === '' ? {} : { caBundle: Buffer.from(ca).toString('base64') }),
          },
          rules: [
            { apiGroups: [group], apiVersions: [version], operations: ['CREATE'], resources: [resource] },
          ],
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': id } },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          failurePolicy: 'Fail',
          timeoutSeconds: 2,
        },
      ],
    }),
    words: [...words, 'hook.*.example.com'],
    ...(kind === undefined ? {} : { kind }),
  }
}

function security(level: string, words: readonly string[]): Added {
  return {
    operator: 'security',
    object: id => ({
      ...ref('v1', 'Namespace', id),
      metadata: { name: id, labels: { 'pod-security.kubernetes.io/enforce': level } },
    }),
    words,
  }
}
