import { type KubeObject, ref } from '../../kube/kube-object.ts'
import { until } from '../../kube/until.ts'
import type { Place } from '../place.ts'
import { bring, deployment, inShop, shop, SHOP, take, web } from './shop.ts'
import type { Situation } from '../situation.ts'

const policy = ref('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', 'owner-is-known')
const binding = ref('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', 'owner-is-known')
const webhook = ref('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', 'guard')

/** What the API server does not take. */
export const admissionSituations: readonly Situation[] = [
  shop({
    name: 'A quota leaves no room for the pods',
    reason: 'QuotaExceeded',
    proves: [web],
    objects: () => [quota({ pods: '1' }), deployment('web', { replicas: 2 })],
    fix: { run: 'Raise ResourceQuota "compute"' },
  }),
  shop({
    name: 'A policy rejects the pods',
    reason: 'AdmissionRefused',
    proves: [web],
    happens: async place => {
      await bring(place, ...ownerPolicy())
      await untilRefused(place)
      await bring(place, deployment('web'))
    },
    fix: {
      advised: 'Change Deployment shop/web so that it complies with the policy',
      by: async place => {
        const owner = { metadata: { labels: { owner: 'payments' } } }
        await place.workload.patch(web, { spec: { template: owner } })
      },
    },
    after: place => take(place, binding, policy),
  }),
  shop({
    name: 'The namespace rejects privileged pods',
    reason: 'AdmissionRefused',
    proves: [web],
    objects: () => [
      {
        ...ref('v1', 'Namespace', SHOP),
        metadata: { name: SHOP, labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } },
      },
      deployment('web', { container: { securityContext: { privileged: true } } }),
    ],
    fix: {
      advised: 'Change Deployment shop/web so that it complies with the policy',
      by: async place =>
        bring(place, deployment('web', { container: { securityContext: { privileged: false } } })),
    },
  }),
  shop({
    name: 'A webhook does not respond',
    reason: 'WebhookUnavailable',
    proves: [web],
    objects: () => [guard(), guardWebhook(), deployment('web')],
    after: place => take(place, webhook),
  }),
  shop({
    name: 'The service account of the pods does not exist',
    reason: 'AdmissionRefused',
    proves: [web],
    objects: () => [deployment('web', { pod: { serviceAccountName: 'web' } })],
    fix: { run: 'Or create ServiceAccount shop/web now' },
  }),
  shop({
    name: 'An object that was deleted waits for a finalizer',
    reason: 'FinalizerStuck',
    proves: [web],
    happens: async place => {
      const kept = { ...deployment('web'), metadata: { ...web.metadata, finalizers: ['example.com/backup'] } }
      await bring(place, kept)
      await place.workload.delete(web)
    },
    fix: {
      advised: 'Start the controller that removes finalizer "example.com/backup"',
      by: async place => {
        await place.workload.patch(web, { metadata: { finalizers: null } })
        await until('the old one is gone', async () => !(await place.workload.find(web)))
        await bring(place, deployment('web'))
      },
    },
    after: async place => {
      await place.workload.patch(web, { metadata: { finalizers: null } }).catch(() => undefined)
    },
  }),
]

function quota(hard: Readonly<Record<string, string>>): KubeObject {
  return { ...inShop('v1', 'ResourceQuota', 'compute'), spec: { hard } }
}

function ownerPolicy(): readonly KubeObject[] {
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }
  return [
    {
      ...policy,
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: [rule] },
        validations: [
          {
            expression: "has(object.metadata.labels) && 'owner' in object.metadata.labels",
            message: 'every pod must have an owner',
          },
        ],
      },
    },
    {
      ...binding,
      spec: {
        policyName: policy.metadata.name,
        validationActions: ['Deny'],
        matchResources: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': SHOP } } },
      },
    },
  ]
}

// A policy works only a moment after it was made.
async function untilRefused(place: Place): Promise<void> {
  const pod: KubeObject = {
    ...inShop('v1', 'Pod', 'probe'),
    spec: { containers: [{ name: 'probe', image: 'registry.example.com/probe:1' }] },
  }
  await until('the policy refuses', async () => {
    try {
      await place.workload.create(pod)
      await place.workload.delete(pod, { gracePeriodSeconds: 0 })
      return false
    } catch (error) {
      return String(error).includes('owner-is-known')
    }
  })
}

function guard(): KubeObject {
  return {
    ...inShop('v1', 'Service', 'guard'),
    // No network leads to the address of a Service here, and nobody knows who would answer instead.
    spec: { type: 'ExternalName', externalName: '127.0.0.1', ports: [{ port: 443 }] },
  }
}

function guardWebhook(): KubeObject {
  return {
    ...webhook,
    webhooks: [
      {
        name: 'pods.guard.example.com',
        clientConfig: { service: { namespace: SHOP, name: 'guard', path: '/validate' } },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': SHOP } },
        failurePolicy: 'Fail',
        sideEffects: 'None',
        timeoutSeconds: 1,
        admissionReviewVersions: ['v1'],
      },
    ],
  }
}
