import {
  helm,
  proving,
  helmPod,
  noNetwork,
  started,
  claiming,
  claim,
  pending,
  fargate,
  reserved,
} from './pod-samples.ts'
import { container, deployment, node, pendingPod, sample, says, warning } from './sample-objects.ts'
import { type Situation, situation } from './situation.ts'

/** Nodes, volumes and networks that pods wait for. */
export const nodeSituations: readonly Situation[] = [
  situation(
    'The cluster has no nodes',
    'NoNodes',
    proving(helm, [pending('no nodes available to schedule pods')]),
  ),
  situation(
    'Every node has a taint',
    'TaintsNotTolerated',
    proving(helm, [
      pending(
        '0/2 nodes are available: 2 node(s) had untolerated taint(s). preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
      ),
      node('node-a', reserved),
      node('node-b', reserved),
    ]),
  ),
  situation(
    'Every node is cordoned',
    'Unschedulable',
    proving(helm, [
      pending(
        '0/1 nodes are available: 1 node(s) were unschedulable. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.',
      ),
      node('node-a', { spec: { unschedulable: true } }),
    ]),
  ),
  situation(
    'No node has enough memory',
    'ResourcesInsufficient',
    proving(helm, [
      pending(
        '0/3 nodes are available: 1 Insufficient cpu, 3 Insufficient memory. preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod.',
      ),
      node('node-a'),
    ]),
  ),
  situation(
    'No Fargate profile covers the namespace',
    'FargateProfileMissing',
    proving(helm, [
      pending(
        '0/2 nodes are available: 2 node(s) had untolerated taint {eks.amazonaws.com/compute-type: fargate}.',
      ),
      node('fargate-a', fargate),
      node('fargate-b', fargate),
    ]),
  ),
  situation(
    'No node has the labels that a pod requires',
    'Unschedulable',
    proving(helm, [
      pending(
        "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.",
      ),
      node('node-a'),
    ]),
  ),
  situation(
    'Fargate does not take a pod',
    'Unschedulable',
    proving(helm, [
      pending('Pod not supported on Fargate: fields not supported: HostNetwork', {
        metadata: { labels: { app: 'helm-controller', 'eks.amazonaws.com/fargate-profile': 'flux' } },
      }),
      node('fargate-a', fargate),
    ]),
  ),
  situation(
    'A claim names a StorageClass that does not exist',
    'VolumeNotBound',
    proving(helm, [claiming, claim, node('node-a')]),
  ),
  situation('A claim does not exist', 'VolumeNotBound', proving(helm, [claiming, node('node-a')])),
  situation(
    'A volume cannot be provisioned',
    'VolumeNotBound',
    proving(helm, [
      claiming,
      claim,
      sample('storage.k8s.io/v1 StorageClass', 'gp3'),
      warning(
        claim,
        'ProvisioningFailed',
        'failed to provision volume with StorageClass "gp3": could not create volume: limit exceeded',
      ),
      node('node-a'),
    ]),
  ),
  situation(
    'A volume is made from a Secret that does not exist',
    'VolumeNotMounted',
    (() => {
      const creating = helmPod({
        ...started,
        containerStatuses: [container('manager', { state: { waiting: { reason: 'ContainerCreating' } } })],
      })
      return proving(helm, [
        creating,
        warning(
          creating,
          'FailedMount',
          'MountVolume.SetUp failed for volume "certs" : secret "webhook-certs" not found',
        ),
        node('node-a'),
      ])
    })(),
  ),
  situation(
    'The node of a pod has stopped reporting',
    'NodeNotReady',
    proving(helm, [
      helmPod(started),
      node('node-a', {
        ready: says('Ready=Unknown NodeStatusUnknown', 'Kubelet stopped posting node status.'),
      }),
    ]),
  ),
  situation(
    'No node has a network yet',
    'NetworkNotReady',
    proving(
      deployment('kube-system/coredns'),
      [
        pendingPod('kube-system/coredns-x', 'coredns', {
          message:
            '0/1 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/not-ready: }.',
        }),
        node('node-a', { ready: noNetwork }),
      ],
      { step: 'dns' },
    ),
  ),
  situation(
    'The CNI plugin fails on a node',
    'NetworkNotReady',
    (() => {
      const creating = helmPod(started)
      return proving(helm, [
        creating,
        node('node-a'),
        warning(
          creating,
          'FailedCreatePodSandBox',
          'Failed to create pod sandbox: rpc error: plugin type="cilium-cni" failed (add): unable to connect to Cilium agent: network is unreachable',
        ),
      ])
    })(),
  ),
]
