import type { PageText } from './page-text.ts'

/** Karpenter, from its controller to the machines of the cloud. */
export const karpenterPages = {
  NodePoolNotReady: {
    means: 'A NodePool says that it is not ready, for a reason of its own.',
    proven: 'One of its conditions is False.',
    fix: ['Correct the NodePool in Git; the evidence has the words of Karpenter.'],
  },
  NodePoolLimitReached: {
    means: 'A NodePool has made as many nodes as `spec.limits` allows.',
    proven: '`status.resources` has reached `spec.limits`, and pods wait for nodes.',
    fix: ['Raise the limit in Git, or add a NodePool.'],
  },
  NodeClassMissing: {
    means: 'A NodePool names a class that does not exist.',
    proven: 'Its condition `NodeClassReady` has reason `NodeClassNotFound`.',
    fix: ['Deliver the class beside the NodePool.', 'Correct group, kind and name in `nodeClassRef`.'],
  },
  NodeClassNotReady: {
    means: 'The class of a NodePool is not ready: it finds no image, no role, or breaks a rule.',
    proven: 'One of its conditions is False.',
    fix: [
      'Correct the class in Git; the evidence has the words of Karpenter.',
      '`spec.role` is the name of a role, not its ARN.',
    ],
  },
  SubnetsNotFound: {
    means: 'The class finds no subnet to start machines in.',
    proven: 'Its condition `SubnetsReady` has reason `SubnetsNotFound`; the tags come from its selector.',
    fix: [
      'Tag the private subnets of the cluster with Terraform.',
      'See whether the value is the name of the cluster, not that of its network.',
    ],
  },
  SecurityGroupsNotFound: {
    means: 'The class finds no security group for its machines.',
    proven:
      'Its condition `SecurityGroupsReady` has reason `SecurityGroupsNotFound`; the tags come from its selector.',
    fix: ['Tag the security group of the nodes with Terraform.'],
  },
  CloudAccessDenied: {
    means: 'The cloud refuses what Karpenter or another controller asks for.',
    proven: 'The words of the cloud stand in a condition, or in what a container said last.',
    fix: [
      'Give the role the permission that the sentence names, with Terraform.',
      'Let the trust policy of the role name the service account, with its namespace.',
      'Fargate has no Pod Identity: use a role for the service account.',
    ],
  },
  CloudCapacityMissing: {
    means: 'The cloud has no machine of the wanted kind left, or a limit of the account is reached.',
    proven: 'The NodeClaim was not launched, and the words of the cloud say so.',
    fix: ['Allow more instance types and zones in the NodePool.', 'Have the limit of the account raised.'],
  },
  QueueMissing: {
    means: 'The queue through which the cloud tells of interruptions does not exist.',
    proven: 'The container ended with the words of the cloud.',
    fix: [
      'Create the queue with Terraform.',
      '`settings.interruptionQueue` takes its name; empty switches it off.',
    ],
  },
  NodeLaunchFailed: {
    means: 'Karpenter asked for a machine and does not get one, for an unusual reason.',
    proven:
      'The condition `Launched` of the NodeClaim is not True, or Karpenter’s event about a NodeClaim that it gave up says why; its words are in the evidence.',
    fix: [
      'Correct the class, or the requirements of the NodePool, as the words say.',
      'Allow more instance types or zones.',
    ],
  },
  NodeNotRegistered: {
    means: 'A machine was started and does not join the cluster.',
    proven: 'The NodeClaim is launched and not registered.',
    fix: [
      'Give the role of the nodes an access entry, or a line in aws-auth.',
      'Let the security group of the nodes reach the API server.',
      'Read the log of the kubelet on the machine.',
    ],
  },
} as const satisfies Readonly<Record<string, PageText>>
