import { type KubeObject, ref } from '../../kube/kube-object.ts'
import type { Place } from '../place.ts'
import type { Situation } from '../situation.ts'
import { listing, networkAgent, networkPack } from './small-plan.ts'

const rightPack = (place: Place): Promise<void> => place.give(...networkPack())

/** What the workload cluster does not take of what is delivered. */
export const refusedSituations: readonly Situation[] = [
  {
    name: 'The workload cluster has no CustomResourceDefinition for an object',
    reason: 'DefinitionMissing',
    break: place => place.give(widgetPack, ...listing({ kind: 'ConfigMap', name: 'network-widget' })),
    fix: {
      advised: 'Deliver the CustomResourceDefinition',
      by: async place => {
        await place.workload.apply(widgetDefinition)
      },
    },
    after: async place => place.workload.delete(widgetDefinition).catch(() => undefined),
  },
  {
    name: 'The workload cluster does not serve the version of an object',
    reason: 'ApiVersionRemoved',
    break: place => place.give(...networkPack({ ...networkAgent(), apiVersion: 'apps/v1beta2' })),
    fix: { advised: 'Change the manifest or the chart', by: rightPack },
  },
  {
    name: 'The namespace of an object is not delivered',
    reason: 'ResourceSetApplyFailed',
    break: place =>
      place.give(...networkPack({ ...networkAgent(), metadata: { name: 'agent', namespace: 'nowhere' } })),
    fix: { advised: 'Deliver Namespace', by: rightPack },
  },
  {
    name: 'The workload cluster rejects an invalid object',
    reason: 'ResourceSetApplyFailed',
    break: place => place.give(...networkPack(invalidAgent())),
    fix: { advised: 'Correct DaemonSet network/agent in ConfigMap "network-agent"', by: rightPack },
  },
  {
    name: 'A policy of the workload cluster rejects an object',
    reason: 'AdmissionRefused',
    break: async place => {
      for (const object of noDaemonSets) await place.workload.apply(object)
    },
    fix: { advised: 'Change', by: allowDaemonSets },
    after: allowDaemonSets,
  },
  {
    name: 'A policy of the workload cluster rejects a hand-over',
    reason: 'AdmissionRefused',
    break: async place => {
      for (const object of noSecrets) await place.workload.apply(object)
    },
    fix: { advised: 'Change', by: allowSecrets },
    after: allowSecrets,
  },
  {
    name: 'A webhook of the workload cluster does not respond',
    reason: 'WebhookUnavailable',
    break: async place => {
      await place.workload.apply(deadWebhook)
    },
    fix: {
      advised: 'Deliver and prove the server of the webhook in an earlier step',
      by: async place => place.workload.delete(deadWebhook),
    },
    after: async place => place.workload.delete(deadWebhook).catch(() => undefined),
  },
]

const widget = { ...ref('example.com/v1', 'Widget', 'default/one'), spec: { size: 1 } }
const widgetPack: KubeObject = {
  ...ref('v1', 'ConfigMap', 'network-widget'),
  data: { '000.json': JSON.stringify(widget) },
}
const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const widgetDefinition: KubeObject = {
  ...ref('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'widgets.example.com'),
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', singular: 'widget', plural: 'widgets', listKind: 'WidgetList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: anything } }],
  },
}

function invalidAgent(): KubeObject {
  const found = networkAgent()
  return { ...found, spec: { ...(found['spec'] as object), selector: { matchLabels: { app: 'another' } } } }
}

const admission = 'admissionregistration.k8s.io/v1'
const daemonSets = {
  apiGroups: ['apps'],
  apiVersions: ['v1'],
  operations: ['CREATE'],
  resources: ['daemonsets'],
}

const noDaemonSets = policyAgainst('no-daemon-sets', daemonSets, 'nodes belong to the platform team')
const noSecrets = policyAgainst(
  'no-secrets',
  { ...daemonSets, apiGroups: [''], resources: ['secrets'] },
  'secrets come from the vault',
)

function policyAgainst(name: string, what: object, message: string): readonly KubeObject[] {
  return [
    {
      ...ref(admission, 'ValidatingAdmissionPolicy', name),
      spec: {
        matchConstraints: { resourceRules: [what] },
        validations: [{ expression: 'false', message }],
      },
    },
    {
      ...ref(admission, 'ValidatingAdmissionPolicyBinding', name),
      spec: { policyName: name, validationActions: ['Deny'] },
    },
  ]
}

async function allowDaemonSets(place: Place): Promise<void> {
  await allow(place, noDaemonSets)
}

async function allowSecrets(place: Place): Promise<void> {
  await allow(place, noSecrets)
}

async function allow(place: Place, policy: readonly KubeObject[]): Promise<void> {
  for (const object of policy.toReversed()) await place.workload.delete(object).catch(() => undefined)
}

const deadWebhook: KubeObject = {
  ...ref(admission, 'ValidatingWebhookConfiguration', 'dead'),
  webhooks: [
    {
      name: 'check.example.com',
      clientConfig: { service: { namespace: 'default', name: 'nobody', path: '/check' } },
      rules: [daemonSets],
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      timeoutSeconds: 2,
    },
  ],
}
