import type { PageText } from './page-text.ts'

/** Pods, volumes and nodes. */
export const podPages = {
  ScaledToZero: {
    means: 'A Deployment, StatefulSet or ReplicaSet wants no pods, so nothing of it runs.',
    proven: 'Its `spec.replicas` is 0.',
    fix: [
      'Scale it up with the command that is shown, when whoever scaled it down is done.',
      'If the number is in Git or in the values of a chart, change it there.',
    ],
  },
  ObjectSuspended: {
    means: 'Somebody has stopped an object by a field or an annotation, and it is not as it should be.',
    proven:
      'The field stands in the object: `spec.suspend` of a Job or any other kind, `spec.paused` of a Deployment whose newest revision is not rolled out, an annotation such as `cluster.x-k8s.io/paused`, the update strategy `OnDelete` of a DaemonSet with old pods, or a `spec.minReadySeconds` of two minutes or more where all pods are ready and not yet available.',
    fix: [
      'Undo it with the command that is shown, when whoever stopped it is done.',
      'If the field is in Git or in the values of a chart, change it there.',
    ],
  },
  ImagePullFailed: {
    means: 'A node cannot get the image of a container.',
    proven:
      'The container waits with `ImagePullBackOff`, `ErrImagePull` or a reason like it; the words of the registry come from the event.',
    fix: [
      'Correct the name or the tag.',
      'Give the pod the right `imagePullSecrets`, or the node the permission to pull.',
      'See whether nodes reach the registry: private subnets need an endpoint or a mirror.',
    ],
  },
  ContainerCrashing: {
    means: 'A container ends again and again.',
    proven:
      'The container waits with `CrashLoopBackOff`, or has ended with another code than 0. The last line that it said is in the evidence if it left one.',
    fix: [
      'Read what it said last with the command that is shown.',
      'Code 137 with `OOMKilled` means that its memory limit is too low.',
    ],
  },
  ContainerConfigMissing: {
    means:
      'A container cannot be made: a Secret, ConfigMap or key that it names is not there, or its spec does not work on this node.',
    proven:
      'The container waits with `CreateContainerConfigError`, `CreateContainerError` or `RunContainerError`.',
    fix: [
      'Deliver the Secret or ConfigMap in this step or an earlier one.',
      'Values from Terraform are handed over with `handOver`.',
    ],
  },
  ProbeFailing: {
    means: 'A container runs and does not pass its probe, so its pod does not get ready.',
    proven: 'The container is running and not ready, and an event says what the probe answered.',
    fix: [
      'See what the probe asks for: it may wait for something else that is not ready.',
      'Give it more time in Git.',
    ],
  },
  NoNodes: {
    means: 'The cluster has no node at all.',
    proven:
      'The scheduler says that there is none. What the Cluster says about its workers stands beside it.',
    fix: [
      'Add a MachineDeployment, a node group, or a Fargate profile for the namespace.',
      'Karpenter and Flux themselves need nodes that Karpenter does not make.',
    ],
  },
  TaintsNotTolerated: {
    means: 'Every node has a taint that the pods do not tolerate.',
    proven: 'The scheduler counts as many nodes with such taints as there are nodes.',
    fix: [
      'Give the pods a toleration in Git. For Flux: `--toleration-keys`.',
      'Or add nodes without the taint.',
    ],
  },
  ResourcesInsufficient: {
    means: 'No node has enough of a resource left.',
    proven: 'The scheduler says so, and nothing that would make nodes explains more.',
    fix: ['Add nodes, or larger ones.', 'Ask for less in Git.'],
  },
  FargateProfileMissing: {
    means:
      'All nodes are of Fargate, and no Fargate profile covers the namespace, so nobody makes a node for the pods.',
    proven:
      'All nodes have the label `eks.amazonaws.com/compute-type: fargate`, and the pod has no label of a profile.',
    fix: [
      'Add a Fargate profile for the namespace with Terraform.',
      'Make the pods again: those from before the profile are never given to Fargate.',
    ],
  },
  Unschedulable: {
    means:
      'No node fits what the pods ask for: labels, zones, ports, volumes, or something that Fargate does not support.',
    proven: 'The scheduler says so; its words are in the evidence.',
    fix: [
      'Change affinity, selectors or spread in Git.',
      'Two replicas that must not share a host need two hosts.',
    ],
  },
  VolumeNotBound: {
    means: 'A claim of the pods gets no volume, or does not exist.',
    proven:
      'The claim is Pending, and its StorageClass was not found, or an event says that it cannot be provisioned.',
    fix: [
      'Bring the driver and the StorageClass in an earlier step.',
      'Name a StorageClass that exists, or make one the default.',
    ],
  },
  VolumeNotMounted: {
    means: 'A pod has a node, and a volume of it cannot be attached or mounted.',
    proven: 'An event of the pod says so; its words are in the evidence.',
    fix: [
      'Deliver the Secret or ConfigMap that the volume is made from.',
      'For disks, see whether another node still has it.',
    ],
  },
  NodeNotReady: {
    means: 'The node of the pods, or every node, is not ready.',
    proven: 'The condition `Ready` of the node is False or Unknown.',
    fix: [
      'Read the node with the command that is shown.',
      'A node that stopped reporting may be gone: Cluster API or Karpenter replaces it.',
    ],
  },
  NetworkNotReady: {
    means: 'Pods get no network: no CNI plugin has set up the node, or it fails.',
    proven:
      'The node says that its network plugin is not ready, or an event of the pod says that its sandbox gets no network.',
    fix: [
      'Let the step that brings the CNI come first, and look at its DaemonSet.',
      'Two CNIs on one node conflict.',
    ],
  },
} as const satisfies Readonly<Record<string, PageText>>
