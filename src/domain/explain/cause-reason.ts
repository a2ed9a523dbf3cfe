import type { Actor } from '../plan/cluster-facts.ts'
import { type Reason, reasons } from '../plan/reason.ts'

/** Causes that lie deeper than what a step says of itself, each with the one who can end it. */
const deeperReasons = {
  // Cluster
  ClusterMissing: 'Git',
  NotSelected: 'Git',
  TopologyNotReconciled: 'Git',
  InfrastructureNotReady: 'Cloud',
  // ClusterResourceSets
  ResourceSetMissing: 'Git',
  ResourceSetNotSelecting: 'Git',
  ResourceSetWaits: 'Nobody',
  ResourceSourceMissing: 'Git',
  ResourceSourceWrongType: 'Git',
  ResourceSourceUnreadable: 'Git',
  ResourceSetStale: 'Operator',
  ResourceSetApplyFailed: 'Operator',
  // What an API server says no to
  DefinitionMissing: 'Git',
  ApiVersionRemoved: 'Git',
  WebhookUnavailable: 'Operator',
  AdmissionRefused: 'Git',
  QuotaExceeded: 'Operator',
  PermissionMissing: 'Git',
  FinalizerStuck: 'Operator',
  ObjectMissing: 'Operator',
  // Flux
  FluxNotInstalled: 'Git',
  FluxControllerDown: 'Operator',
  FluxSuspended: 'Git',
  FluxSourceMissing: 'Git',
  FluxSourceFailed: 'Operator',
  FluxReferenceMissing: 'Git',
  ChartMissing: 'Git',
  FluxValuesInvalid: 'Git',
  HelmInstallFailed: 'Git',
  HelmUpgradeFailed: 'Git',
  KustomizationFailed: 'Git',
  FluxDependencyCycle: 'Git',
  FluxDependencyNotReady: 'Nobody',
  // Pods and nodes
  ScaledToZero: 'Operator',
  ObjectSuspended: 'Operator',
  ImagePullFailed: 'Operator',
  ContainerCrashing: 'Operator',
  ContainerConfigMissing: 'Git',
  ProbeFailing: 'Operator',
  NoNodes: 'Operator',
  TaintsNotTolerated: 'Git',
  ResourcesInsufficient: 'Operator',
  FargateProfileMissing: 'Cloud',
  Unschedulable: 'Git',
  VolumeNotBound: 'Operator',
  VolumeNotMounted: 'Operator',
  NodeNotReady: 'Operator',
  NetworkNotReady: 'Operator',
  // Karpenter
  NodePoolNotReady: 'Git',
  NodePoolLimitReached: 'Git',
  NodeClassMissing: 'Git',
  NodeClassNotReady: 'Git',
  SubnetsNotFound: 'Cloud',
  SecurityGroupsNotFound: 'Cloud',
  CloudAccessDenied: 'Cloud',
  CloudCapacityMissing: 'Cloud',
  QueueMissing: 'Cloud',
  NodeLaunchFailed: 'Git',
  NodeNotRegistered: 'Cloud',
  // The honest answer
  NotExplained: 'Operator',
} as const satisfies Readonly<Record<string, Actor>>

/** Why a cluster is not ready, in one word. Each has a page in docs/reference/causes. */
export type CauseReason = Reason | keyof typeof deeperReasons

/** All reasons, each with the one who can end it. */
export const causeReasons: Readonly<Record<CauseReason, Actor>> = { ...reasons, ...deeperReasons }

/** Returns whether a word is a reason. */
export function isCauseReason(word: string): word is CauseReason {
  return Object.hasOwn(causeReasons, word)
}
