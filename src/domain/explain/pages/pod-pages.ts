import type { PageText } from './page-text.ts'

/** Pods, volumes and nodes. */
export const podPages = {
  ScaledToZero: {
    means: 'A Deployment, StatefulSet or ReplicaSet is scaled to zero, so no pods run.',
    proven: 'Its `spec.replicas` is 0.',
    fix: [
      'Scale it up with the command that is shown, unless it is scaled down on purpose.',
      'If the number is in Git or in the values of a chart, change it there.',
    ],
  },
  ObjectSuspended: {
    means: 'A field or an annotation stops an object, which is not ready.',
    proven:
      'The field is set on the object: `spec.suspend` of a Job or any other kind, `spec.paused` of a Deployment whose latest revision is not rolled out, an annotation such as `cluster.x-k8s.io/paused`, the update strategy `OnDelete` of a DaemonSet with old pods, or a `spec.minReadySeconds` of two minutes or more where all pods are ready and not yet available.',
    fix: [
      'Undo it with the command that is shown, unless it is stopped on purpose.',
      'If the field is in Git or in the values of a chart, change it there.',
    ],
  },
  ImagePullFailed: {
    means: 'A node cannot pull the image of a container.',
    proven:
      'The container waits with `ImagePullBackOff`, `ErrImagePull` or a similar reason; the message of the registry comes from the event.',
    fix: [
      'Correct the name or the tag.',
      'Give the pod the right `imagePullSecrets`, or the node permission to pull.',
      'Check that nodes can reach the registry: private subnets need an endpoint or a mirror.',
    ],
  },
  ContainerCrashing: {
    means: 'A container keeps crashing.',
    proven:
      'The container waits with `CrashLoopBackOff`, or has exited with a code other than 0. The evidence has its last line, if it wrote one.',
    fix: [
      'Read its last log lines with the command that is shown.',
      'Code 137 with `OOMKilled` means that its memory limit is too low.',
    ],
  },
  ContainerConfigMissing: {
    means:
      'A container cannot be created: a Secret, ConfigMap or key that it refers to does not exist, or its spec does not work on this node.',
    proven:
      'The container waits with `CreateContainerConfigError`, `CreateContainerError` or `RunContainerError`.',
    fix: [
      'Deliver the Secret or ConfigMap in this step or an earlier one.',
      'Values from Terraform are handed over with `handOver`.',
    ],
  },
  ProbeFailing: {
    means: 'A container runs and fails its probe, so its pod does not become ready.',
    proven: 'The container is running and not ready, and an event has the result of the probe.',
    fix: [
      'Check what the probe calls: it may depend on something else that is not ready.',
      'Give it more time in Git.',
    ],
  },
  NoNodes: {
    means: 'The cluster has no node at all.',
    proven:
      'The scheduler reports that there is none. The evidence also has the worker conditions of the Cluster.',
    fix: [
      'Add a MachineDeployment, a node group, or a Fargate profile for the namespace.',
      'Karpenter and Flux themselves need nodes that Karpenter does not create.',
    ],
  },
  TaintsNotTolerated: {
    means: 'Every node has a taint that the pods do not tolerate.',
    proven: 'The scheduler reports such taints on all nodes.',
    fix: [
      'Give the pods a toleration in Git. For Flux: `--toleration-keys`.',
      'Or add nodes without the taint.',
    ],
  },
  ResourcesInsufficient: {
    means: 'No node has enough of a resource left.',
    proven: 'The scheduler says so, and nothing that creates nodes explains more.',
    fix: ['Add nodes, or larger ones.', 'Lower the resource requests in Git.'],
  },
  FargateProfileMissing: {
    means:
      'All nodes are Fargate nodes, and no Fargate profile covers the namespace, so no node is created for the pods.',
    proven:
      'All nodes have the label `eks.amazonaws.com/compute-type: fargate`, and the pod has no Fargate profile label.',
    fix: [
      'Add a Fargate profile for the namespace with Terraform.',
      'Recreate the pods: pods from before the profile are never scheduled to Fargate.',
    ],
  },
  Unschedulable: {
    means:
      'No node meets the scheduling constraints of the pods: labels, zones, ports, volumes, or something that Fargate does not support.',
    proven: 'The scheduler says so; its message is in the evidence.',
    fix: [
      'Change affinity, selectors or topology spread in Git.',
      'Two replicas with anti-affinity need two nodes.',
    ],
  },
  VolumeNotBound: {
    means: 'A PersistentVolumeClaim of the pods is not bound, or does not exist.',
    proven:
      'The PersistentVolumeClaim is Pending, and its StorageClass was not found, or an event says that it cannot be provisioned.',
    fix: [
      'Deliver the CSI driver and the StorageClass in an earlier step.',
      'Use a StorageClass that exists, or make one the default.',
    ],
  },
  VolumeNotMounted: {
    means: 'A pod is scheduled, and one of its volumes cannot be attached or mounted.',
    proven: 'An event of the pod says so; its message is in the evidence.',
    fix: [
      'Deliver the Secret or ConfigMap of the volume.',
      'For disks, check whether the volume is still attached to another node.',
    ],
  },
  NodeNotReady: {
    means: 'The node of the pods, or every node, is not ready.',
    proven: 'The condition `Ready` of the node is False or Unknown.',
    fix: [
      'Describe the node with the command that is shown.',
      'A node that stopped reporting may have been terminated: Cluster API or Karpenter replaces it.',
    ],
  },
  NetworkNotReady: {
    means: 'Pods have no network: no CNI plugin has set up the node, or it fails.',
    proven:
      'The node reports that its network plugin is not ready, or an event of the pod reports that its sandbox has no network.',
    fix: ['Deliver the CNI in an earlier step, and check its DaemonSet.', 'Two CNIs on one node conflict.'],
  },
} as const satisfies Readonly<Record<string, PageText>>
