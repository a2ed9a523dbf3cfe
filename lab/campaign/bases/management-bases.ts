import { ref } from '../../kube/kube-object.ts'
import { type BaseMaker, deliveryNames } from '../base.ts'
import { deployment, packedBase, part, podNeeds, proofOf } from './parts.ts'

/** Values from Terraform, a template that is filled with them, and a Deployment that reads them. */
export const values: BaseMaker = id => {
  const { gate, set } = deliveryNames(id)
  const filled = { ...ref('v1', 'ConfigMap', `${id}-values/facts`), data: { queue: '${QUEUE}' } }
  const wants = [
    ref('v1', 'ConfigMap', `${id}-values/facts`),
    ref('v1', 'Secret', `${id}-values/outputs`),
    ref('apps/v1', 'Deployment', `${id}/web`),
  ]
  return packedBase({
    name: 'values',
    id,
    parts: [
      part('management', {
        ...ref('v1', 'Secret', `${id}-outputs`),
        stringData: {
          queue: 'jobs',
          role_arn: 'arn:aws:iam::012345678901:role/agent',
          endpoint: 'https://queue.example.com',
          bucket: '{"name":"logs"}',
        },
      }),
      part('management', {
        ...ref('v1', 'ConfigMap', `${id}-facts`),
        data: { 'facts.yaml': JSON.stringify(filled) },
      }),
      ...podNeeds(id).map(object => part('pack', object)),
      part('pack', deployment(id, 'web')),
    ],
    step: {
      gate: { label: gate },
      resourceSets: [set],
      handOver: [
        {
          from: { secret: `${id}-outputs` },
          // Made before the gate opens: only an earlier step, here the lab, can bring its namespace.
          to: { secret: 'outputs', namespace: `${id}-values` },
          keys: {
            queue: {},
            role_arn: { format: 'arn' },
            endpoint: { format: 'url' },
            bucket: { path: 'bucket.name' },
          },
        },
      ],
      render: [`${id}-facts`],
      proof: proofOf(wants),
    },
    wants,
  })
}

/** A pool of Karpenter, and a Deployment that runs on its nodes. */
export const nodes: BaseMaker = id => {
  const nodeClassRef = { group: 'karpenter.kwok.sh', kind: 'KWOKNodeClass', name: id }
  const taints = [{ key: 'example.com/pool', value: id, effect: 'NoSchedule' }]
  const wants = [ref('karpenter.sh/v1', 'NodePool', id), ref('apps/v1', 'Deployment', `${id}/web`)]
  return packedBase({
    name: 'nodes',
    id,
    on: 'karpenter',
    parts: [
      part('pack', { ...ref('karpenter.kwok.sh/v1alpha1', 'KWOKNodeClass', id), spec: {} }),
      part('pack', {
        ...ref('karpenter.sh/v1', 'NodePool', id),
        spec: {
          limits: { cpu: '64' },
          template: {
            spec: {
              nodeClassRef,
              taints,
              requirements: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }],
            },
          },
        },
      }),
      part(
        'pack',
        deployment(id, 'web', {
          container: { env: [], args: [], volumeMounts: [], resources: { requests: { cpu: '1' } } },
          pod: {
            serviceAccountName: 'default',
            volumes: [],
            nodeSelector: { 'karpenter.sh/nodepool': id },
            tolerations: taints,
          },
        }),
      ),
    ],
    step: { proof: proofOf(wants) },
    wants,
  })
}
