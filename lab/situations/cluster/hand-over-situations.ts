import { type KubeObject, ref } from '../../kube/kube-object.ts'
import type { Place } from '../place.ts'
import type { Plan, Situation } from '../situation.ts'
import { factsTemplate, networkPack, networkStep, outputs, smallPlan, valuesStep } from './small-plan.ts'

const [handOver] = valuesStep.handOver

/** The small plan, with another step that hands values over. */
function withValues(step: object): () => Promise<Plan> {
  return async () => ({ ...smallPlan(), steps: [networkStep, { ...valuesStep, ...step }] })
}

const asPlanned = (place: Place): Promise<void> => place.give(place.fitout(smallPlan()))
const rightFacts = (place: Place): Promise<void> => place.give(factsTemplate())
const rightOutputs = (place: Place): Promise<void> => place.give(outputs())

/** Values that are handed over, and templates that are filled with them. */
export const handOverSituations: readonly Situation[] = [
  {
    name: 'Terraform has not written its Secret',
    reason: 'HandOverSecretMissing',
    break: place => place.take('v1', 'Secret', 'shop-outputs'),
    fix: { advised: 'Make Terraform write Secret "shop-outputs"', by: rightOutputs },
  },
  {
    name: 'The Secret of Terraform lacks a key',
    reason: 'HandOverKeyMissing',
    break: async place => {
      await place.management.patch(place.ref('v1', 'Secret', 'shop-outputs'), { data: { queue: null } })
    },
    fix: { advised: 'Add output "queue"', by: rightOutputs },
  },
  {
    name: 'The JSON in the Secret of Terraform lacks a field',
    reason: 'HandOverKeyMissing',
    break: place => place.give(outputs({ bucket: '{"region":"eu-central-1"}' })),
    fix: { advised: 'Add output "bucket.name"', by: rightOutputs },
  },
  {
    name: 'A value in the Secret of Terraform is not JSON',
    reason: 'HandOverValueMalformed',
    break: place => place.give(outputs({ bucket: 'logs' })),
    fix: { advised: 'Correct the value at its source', by: rightOutputs },
  },
  {
    name: 'A value in the Secret of Terraform is not an ARN',
    reason: 'HandOverValueMalformed',
    break: place => place.give(outputs({ role_arn: 'agent' })),
    fix: { advised: 'Correct the value at its source', by: rightOutputs },
  },
  {
    name: 'The plan would hand over a Secret of Cluster API',
    reason: 'HandOverSecretRefused',
    plan: withValues({ handOver: [{ ...handOver, from: { secret: 'cloud-credentials' } }] }),
    break: async place => {
      const type = 'cluster.x-k8s.io/secret'
      await place.give({ ...outputs(), ...ref('v1', 'Secret', 'cloud-credentials'), type })
    },
    fix: { advised: 'Write the values into a separate Secret', by: asPlanned },
  },
  {
    name: 'Two values go to the same key',
    reason: 'HandOverKeyConflict',
    plan: withValues({
      handOver: [handOver, { ...handOver, keys: { jobs: { path: 'queue', as: 'queue' } } }],
    }),
    break: async () => undefined,
    fix: { advised: 'Give one of the two keys another name', by: asPlanned },
  },
  {
    name: 'The values exceed the size of a Secret',
    reason: 'HandOverTooLarge',
    plan: withValues({
      handOver: [
        handOver,
        ...['first', 'second'].map(secret => ({ ...handOver, from: { secret }, keys: { [secret]: {} } })),
      ],
    }),
    break: place => place.give(large('first'), large('second')),
    fix: { advised: 'Hand over less in one step', by: asPlanned },
  },
  {
    name: 'The target namespace of the values is not delivered',
    reason: 'HandOverNamespaceMissing',
    plan: withValues({ handOver: [{ ...handOver, to: { secret: 'outputs', namespace: 'billing' } }] }),
    break: async () => undefined,
    fix: {
      advised: 'Deliver the target namespace of the values in an earlier step',
      by: place => place.give(...packWith('billing')),
    },
    after: async place => place.workload.delete(ref('v1', 'Namespace', 'billing')).catch(() => undefined),
  },
  {
    name: 'Another Cluster has the addressee label of this one',
    reason: 'HandOverAddresseeWrong',
    break: async place => {
      const { uid = '' } = (await place.management.get(place.clusterRef)).metadata
      const labels = { 'hand-over.fitout.dev/addressee': uid }
      const stranger = { ...place.clusterRef, metadata: { name: 'copy', labels } }
      await place.give({ ...stranger, spec: { paused: true, infrastructureRef: nothing } })
    },
    fix: {
      advised: 'Remove the label hand-over.fitout.dev/addressee from Clusters that were copied with it',
      by: async place => {
        const labels = { 'hand-over.fitout.dev/addressee': null }
        await place.management.patch(copyIn(place), { metadata: { labels } })
      },
    },
    after: async place => place.management.delete(copyIn(place)).catch(() => undefined),
  },
  {
    name: 'The template does not exist',
    reason: 'RenderSourceMissing',
    break: place => place.take('v1', 'ConfigMap', 'facts'),
    fix: { advised: 'Commit the ConfigMap that `render` refers to', by: rightFacts },
  },
  {
    name: 'The template is not a manifest',
    reason: 'RenderSourceMalformed',
    break: place =>
      place.give({ ...ref('v1', 'ConfigMap', 'facts'), data: { 'facts.yaml': 'kind: [ConfigMap' } }),
    fix: { advised: 'Correct the manifests in the ConfigMap', by: rightFacts },
  },
  {
    name: 'The template uses a variable that has no value',
    reason: 'RenderVariableMissing',
    break: place => place.give(factsTemplate({ cluster: '${CLUSTER_NAME}', region: '${REGION}' })),
    fix: {
      advised: 'Hand the value over under this name, or give the variable a default',
      by: place =>
        place.give(factsTemplate({ cluster: '${CLUSTER_NAME}', region: '${REGION:=eu-central-1}' })),
    },
  },
  {
    name: 'The template uses a variable that two values define',
    reason: 'RenderVariableAmbiguous',
    plan: withValues({
      handOver: [
        handOver,
        {
          ...handOver,
          from: { secret: 'more' },
          to: { secret: 'more', namespace: 'network' },
          keys: { queue: {} },
        },
      ],
    }),
    break: place => place.give({ ...ref('v1', 'Secret', 'more'), stringData: { queue: 'mail' } }),
    fix: { advised: 'Hand over only one value under this name', by: asPlanned },
    after: async place => place.workload.delete(ref('v1', 'Secret', 'network/more')).catch(() => undefined),
  },
  {
    name: 'A value would change the name of the object in a template',
    reason: 'RenderShapeChanged',
    break: async place => {
      const named = {
        ...ref('v1', 'ConfigMap', 'network/facts-${QUEUE}'),
        data: { cluster: '${CLUSTER_NAME}' },
      }
      await place.give({ ...ref('v1', 'ConfigMap', 'facts'), data: { 'facts.yaml': JSON.stringify(named) } })
    },
    fix: { advised: 'Quote the variable', by: rightFacts },
  },
]

const nothing = { apiGroup: 'infrastructure.cluster.x-k8s.io', kind: 'LabCluster', name: 'copy' } as const

function copyIn(place: Place) {
  return place.ref('cluster.x-k8s.io/v1beta2', 'Cluster', 'copy')
}

function large(name: string): KubeObject {
  return { ...ref('v1', 'Secret', name), stringData: { [name]: name.repeat(120_000) } }
}

/** The pack of the network, with one namespace more. */
function packWith(namespace: string): readonly KubeObject[] {
  const more = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }
  return networkPack().flatMap(object =>
    object.kind === 'ClusterResourceSet'
      ? [
          { ...ref('v1', 'ConfigMap', 'more-namespaces'), data: { '000.json': JSON.stringify(more) } },
          {
            ...object,
            spec: {
              ...(object['spec'] as object),
              resources: [...sourcesOf(object), { kind: 'ConfigMap', name: 'more-namespaces' }],
            },
          },
        ]
      : [object],
  )
}

function sourcesOf(set: KubeObject): readonly object[] {
  return (set['spec'] as { resources: readonly object[] }).resources
}
