import { type KubeObject, ref } from '../../kube/kube-object.ts'
import type { Place } from '../place.ts'
import type { Situation } from '../situation.ts'
import { gates, networkStep, smallPlan, valuesStep } from './small-plan.ts'

const asPlanned = (place: Place): Promise<void> => place.give(place.fitout(smallPlan()))

/** The plan and its gates. */
export const planSituations: readonly Situation[] = [
  {
    name: 'A user has suspended the Fitout',
    reason: 'FitoutSuspended',
    break: place => place.give(place.fitout(smallPlan(), { suspend: true })),
    fix: {
      patch: 'Resume the Fitout',
      into: place => place.ref('fitout.dev/v1alpha1', 'Fitout', 'base'),
    },
  },
  {
    name: 'The steps of the Fitout wait for each other',
    reason: 'FitoutInvalid',
    plan: async () => ({
      ...smallPlan(),
      steps: [
        { ...networkStep, dependsOn: ['values'] },
        { ...valuesStep, dependsOn: ['network'] },
      ],
    }),
    break: async () => undefined,
    fix: { advised: 'Correct the Fitout', by: asPlanned },
  },
  {
    name: 'An expression in the Fitout cannot be read',
    reason: 'FitoutInvalid',
    plan: async () => ({
      ...smallPlan(),
      steps: [
        { ...networkStep, proof: { objects: [{ ...agentObject, current: 'object.status.ready ==' }] } },
        valuesStep,
      ],
    }),
    break: async () => undefined,
    fix: { advised: 'Correct the Fitout', by: asPlanned },
  },
  {
    name: 'The step delivers a version that does not support the Kubernetes version of the cluster',
    reason: 'VersionUnsupported',
    plan: async () => ({
      ...smallPlan(),
      steps: [networkStep, { ...valuesStep, versions: { karpenter: '1.0.0' } }],
    }),
    break: async () => undefined,
    fix: {
      advised: 'Upgrade the pack to a version that supports the Kubernetes version of the cluster',
      by: place =>
        place.give(
          place.fitout({ steps: [networkStep, { ...valuesStep, versions: { karpenter: '1.13.0' } }] }),
        ),
    },
  },
  {
    name: 'Another client set the gate to another value',
    reason: 'GateTampered',
    break: place => place.patchCluster({ metadata: { labels: { [gates.values]: 'yes' } } }),
    fix: { run: 'Remove the label from Cluster' },
    isBroken: async place => {
      const { labels = {} } = (await place.management.get(place.clusterRef)).metadata
      return labels[gates.values] === 'yes'
    },
    after: place => place.patchCluster({ metadata: { labels: { [gates.values]: null } } }),
  },
  {
    name: 'A policy of the management cluster rejects the label of the gate',
    reason: 'GateRefused',
    break: async place => {
      for (const object of noGates(place)) await place.management.apply(object)
    },
    fix: {
      advised: 'Exempt the service account of Fitout from the policy that rejects the label',
      by: allowGates,
    },
    after: allowGates,
  },
]

const [agentObject] = networkStep.proof.objects

async function allowGates(place: Place): Promise<void> {
  for (const object of noGates(place).toReversed())
    await place.management.delete(object).catch(() => undefined)
}

// In the namespace of the place alone: there is another one beside it.
function noGates({ namespace }: Place): readonly KubeObject[] {
  const name = `no-gates-${namespace}`
  const admission = 'admissionregistration.k8s.io/v1'
  const rule = {
    apiGroups: ['cluster.x-k8s.io'],
    apiVersions: ['*'],
    operations: ['UPDATE'],
    resources: ['clusters'],
  }
  const expression = `!('${gates.values}' in object.metadata.?labels.orValue({}))`
  return [
    {
      ...ref(admission, 'ValidatingAdmissionPolicy', name),
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: [rule] },
        validations: [{ expression, message: 'labels of example.com are set by the platform team' }],
      },
    },
    {
      ...ref(admission, 'ValidatingAdmissionPolicyBinding', name),
      spec: {
        policyName: name,
        validationActions: ['Deny'],
        matchResources: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } },
      },
    },
  ]
}
