import type { Fields } from '../../src/domain/object/fields.ts'
import {
  container,
  daemonSet,
  deployment,
  pendingPod,
  pod,
  refTo,
  type Sample,
  sample,
  says,
} from './sample-objects.ts'
import type { Trouble } from './situation.ts'

/** The helm-controller, without a pod that is available. */
export const helm = deployment('flux-system/helm-controller')
/** The CNI, ready on one of three nodes. */
export const cilium = daemonSet('kube-system/cilium')

/** A step whose proof asks for a controller of pods. */
export function proving(object: Sample, more: readonly Sample[], trouble: Trouble = {}): Trouble {
  return { proof: [refTo(object)], world: { workload: [object, ...more] }, ...trouble }
}

/** The pod of the helm-controller. */
export function helmPod(status: Fields, spec: Fields = {}): Sample {
  return pod('flux-system/helm-controller-abc', 'helm-controller', { status, spec })
}

/** A pod whose image has no such tag. */
export const pulling = pod('kube-system/cilium-x', 'cilium', {
  spec: { hostNetwork: true },
  status: {
    containerStatuses: [
      container('agent', {
        image: 'quay.io/cilium/cilium:v1.99.0',
        state: {
          waiting: {
            reason: 'ImagePullBackOff',
            message: 'Back-off pulling image "quay.io/cilium/cilium:v1.99.0"',
          },
        },
      }),
    ],
  },
})
/** What a node says that has no CNI. */
export const noNetwork = says(
  'Ready=False KubeletNotReady',
  'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized',
)
/** A pod that has a node and no container yet. */
export const started = {
  phase: 'Pending',
  conditions: [says('PodScheduled=True'), says('Ready=False ContainersNotReady')],
}
/** A pod that mounts a claim. */
export const claiming = pendingPod('flux-system/helm-controller-abc', 'helm-controller', {
  message:
    '0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
  spec: { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] },
})
/** A claim of a StorageClass. */
export const claim = sample('v1 PersistentVolumeClaim', 'flux-system/data', {
  spec: { storageClassName: 'gp3' },
  status: { phase: 'Pending' },
})

/** A pod of the helm-controller without a node. */
export function pending(message: string, parts: { readonly metadata?: Fields } = {}): Sample {
  return pendingPod('flux-system/helm-controller-abc', 'helm-controller', { message, ...parts })
}

/** A node of Fargate. */
export const fargate = {
  metadata: { labels: { 'eks.amazonaws.com/compute-type': 'fargate' } },
  spec: { taints: [{ key: 'eks.amazonaws.com/compute-type', value: 'fargate', effect: 'NoSchedule' }] },
}
/** A node with a taint. */
export const reserved = {
  spec: { taints: [{ key: 'CriticalAddonsOnly', value: 'true', effect: 'NoSchedule' }] },
}
