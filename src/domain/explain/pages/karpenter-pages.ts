import type { PageText } from './page-text.ts'

/** Karpenter, from its controller to the machines of the cloud. */
export const karpenterPages = {
  NodePoolNotReady: {
    means: 'A NodePool is not ready, for a reason that its conditions name.',
    proven: 'One of its conditions is False.',
    fix: ['Correct the NodePool in Git; the evidence quotes Karpenter.'],
  },
  NodePoolLimitReached: {
    means: 'A NodePool has created as many nodes as `spec.limits` allows.',
    proven: '`status.resources` has reached `spec.limits`, and pods wait for nodes.',
    fix: ['Raise the limit in Git, or add a NodePool.'],
  },
  NodeClassMissing: {
    means: 'A NodePool refers to a node class that does not exist.',
    proven: 'Its condition `NodeClassReady` has reason `NodeClassNotFound`.',
    fix: [
      'Deliver the node class together with the NodePool.',
      'Correct group, kind and name in `nodeClassRef`.',
    ],
  },
  NodeClassNotReady: {
    means: 'The node class of a NodePool is not ready: no image or role was found, or it is invalid.',
    proven: 'One of its conditions is False.',
    fix: [
      'Correct the node class in Git; the evidence quotes Karpenter.',
      '`spec.role` is the name of a role, not its ARN.',
    ],
  },
  SubnetsNotFound: {
    means: 'The node class selects no subnet to launch instances in.',
    proven: 'Its condition `SubnetsReady` has reason `SubnetsNotFound`; the tags come from its selector.',
    fix: [
      'Tag the private subnets of the cluster with Terraform.',
      'Check that the value is the name of the cluster, not that of its VPC.',
    ],
  },
  SecurityGroupsNotFound: {
    means: 'The node class selects no security group for its instances.',
    proven:
      'Its condition `SecurityGroupsReady` has reason `SecurityGroupsNotFound`; the tags come from its selector.',
    fix: ['Tag the security group of the nodes with Terraform.'],
  },
  CloudAccessDenied: {
    means: 'The cloud provider denies a call of Karpenter or another controller.',
    proven: 'The error of the cloud provider is in a condition, or in the last log lines of a container.',
    fix: [
      'Give the role the permission that the message names, with Terraform.',
      'Allow the service account, with its namespace, in the trust policy of the role.',
      'Fargate does not support Pod Identity: use IAM roles for service accounts (IRSA).',
    ],
  },
  CloudCapacityMissing: {
    means:
      'The cloud provider has no capacity for the requested instance types, or a limit of the account is reached.',
    proven: 'The NodeClaim was not launched, and the error of the cloud provider says so.',
    fix: ['Allow more instance types and zones in the NodePool.', 'Request a higher limit for the account.'],
  },
  QueueMissing: {
    means: 'The queue for interruption notices of the cloud provider does not exist.',
    proven: 'The container exited with the error of the cloud provider.',
    fix: [
      'Create the queue with Terraform.',
      'Set `settings.interruptionQueue` to the name of the queue; an empty value disables it.',
    ],
  },
  NodeLaunchFailed: {
    means: 'Karpenter requested an instance and did not get one, for a reason that no other cause covers.',
    proven:
      'The condition `Launched` of the NodeClaim is not True, or Karpenter’s event about a NodeClaim that it deleted says why; its message is in the evidence.',
    fix: [
      'Correct the node class, or the requirements of the NodePool, as the message says.',
      'Allow more instance types or zones.',
    ],
  },
  NodeNotRegistered: {
    means: 'An instance was launched and does not join the cluster.',
    proven: 'The NodeClaim is launched and not registered.',
    fix: [
      'Give the role of the nodes an access entry, or an entry in the ConfigMap `aws-auth`.',
      'Allow traffic from the security group of the nodes to the API server.',
      'Read the log of the kubelet on the instance.',
    ],
  },
} as const satisfies Readonly<Record<string, PageText>>
