import { hasCondition } from '../../kube/conditions.ts'
import { type ObjectRef, ref } from '../../kube/kube-object.ts'
import { until } from '../../kube/until.ts'
import type { Place } from '../place.ts'
import { bring, deployment, inShop, shop, web } from './shop.ts'
import type { Situation } from '../situation.ts'

const claim = inShop('v1', 'PersistentVolumeClaim', 'orders')

/** Pods that no node takes, and nodes that do not work. The scheduler is the real one. */
export const nodeSituations: readonly Situation[] = [
  shop({
    name: 'Every node is cordoned',
    reason: 'Unschedulable',
    proves: [web],
    happens: async place => {
      await patchNode(place, { spec: { unschedulable: true } })
      await bring(place, deployment('web'))
    },
    fix: { run: 'Uncordon Node' },
    after: place => patchNode(place, { spec: { unschedulable: null } }),
  }),
  shop({
    name: 'Every node has a taint',
    reason: 'TaintsNotTolerated',
    proves: [web],
    happens: async place => {
      await patchNode(place, {
        spec: { taints: [{ key: 'dedicated', value: 'batch', effect: 'NoSchedule' }] },
      })
      await bring(place, deployment('web'))
    },
    fix: { patch: 'Give the pods of Deployment shop/web a toleration', into: () => web, on: 'workload' },
    after: place => patchNode(place, { spec: { taints: null } }),
  }),
  shop({
    name: 'No node has enough CPU',
    reason: 'ResourcesInsufficient',
    proves: [web],
    objects: () => [deployment('web', { container: { resources: { requests: { cpu: '64' } } } })],
    fix: {
      advised: 'Add nodes, or lower the resource requests of Deployment shop/web',
      by: async place =>
        bring(place, deployment('web', { container: { resources: { requests: { cpu: '1' } } } })),
    },
  }),
  shop({
    name: 'No node has the label that a pod requires',
    reason: 'Unschedulable',
    proves: [web],
    objects: () => [deployment('web', { pod: { nodeSelector: { disk: 'ssd' } } })],
    fix: {
      advised: 'Change the scheduling constraints of Deployment shop/web',
      by: place => patchNode(place, { metadata: { labels: { disk: 'ssd' } } }),
    },
    after: place => patchNode(place, { metadata: { labels: { disk: null } } }),
  }),
  shop({
    name: 'No Fargate profile covers the namespace',
    reason: 'FargateProfileMissing',
    proves: [web],
    happens: async place => {
      // The label and the taint that EKS gives the nodes of Fargate.
      await patchNode(place, {
        metadata: { labels: { 'eks.amazonaws.com/compute-type': 'fargate' } },
        spec: { taints: [{ key: 'eks.amazonaws.com/compute-type', value: 'fargate', effect: 'NoSchedule' }] },
      })
      await bring(place, deployment('web'))
    },
    after: place =>
      patchNode(place, {
        metadata: { labels: { 'eks.amazonaws.com/compute-type': null } },
        spec: { taints: null },
      }),
  }),
  shop({
    name: 'A claim names a StorageClass that does not exist',
    reason: 'VolumeNotBound',
    proves: [web],
    objects: () => [
      {
        ...claim,
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'fast',
          resources: { requests: { storage: '1Gi' } },
        },
      },
      deployment('web', {
        container: { volumeMounts: [{ name: 'orders', mountPath: '/orders' }] },
        pod: { volumes: [{ name: 'orders', persistentVolumeClaim: { claimName: 'orders' } }] },
      }),
    ],
    fix: {
      advised: 'Deliver the StorageClass and its driver in an earlier step',
      by: async place => {
        await bring(
          place,
          {
            ...ref('storage.k8s.io/v1', 'StorageClass', 'fast'),
            provisioner: 'kubernetes.io/no-provisioner',
          },
          {
            ...ref('v1', 'PersistentVolume', 'orders'),
            spec: {
              accessModes: ['ReadWriteOnce'],
              storageClassName: 'fast',
              capacity: { storage: '1Gi' },
              hostPath: { path: '/orders' },
            },
          },
        )
      },
    },
    after: async place => {
      for (const one of [
        ref('v1', 'PersistentVolume', 'orders'),
        ref('storage.k8s.io/v1', 'StorageClass', 'fast'),
      ])
        await place.workload.delete(one)
    },
  }),
  shop({
    name: 'The node of a pod has stopped reporting',
    reason: 'NodeNotReady',
    proves: [web],
    happens: async place => {
      await place.controlPlane.program('kwok').kill()
      const { replicas, selector, template } = deployment('web')['spec'] as Spec
      // Nobody plays this pod: its kubelet is gone.
      const spec = {
        replicas,
        selector,
        template: { ...template, metadata: { labels: selector.matchLabels } },
      }
      await bring(place, { ...web, spec })
    },
    after: async place => {
      await place.controlPlane.program('kwok').start()
      await until('the node reports again', async () =>
        hasCondition(await place.workload.get(nodeOf(place)), 'Ready', 'True'),
      )
      // Kubernetes has marked all pods of the node as not ready, and the lab's kubelet does not know.
      for (const { metadata } of await place.workload.list('v1', 'Pod'))
        await place.workload.delete(ref('v1', 'Pod', `${metadata.namespace}/${metadata.name}`))
    },
  }),
]

interface Spec {
  readonly replicas: number
  readonly selector: { readonly matchLabels: Readonly<Record<string, string>> }
  readonly template: object
}

/** The one node of a place. */
function nodeOf({ controlPlane }: Place): ObjectRef {
  return ref('v1', 'Node', `${controlPlane.name}-node-0`)
}

async function patchNode(place: Place, patch: object): Promise<void> {
  await place.workload.patch(nodeOf(place), patch)
}
