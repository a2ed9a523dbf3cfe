import type { Actor } from '../plan/cluster-facts.ts'
import { type Reason, reasons } from '../plan/reason.ts'

/** Causes that lie deeper than what a step says of itself, each with the one who can end it. */
const deeperReasons = {
  // Cluster
  ClusterMissing: 'git',
  NotSelected: 'git',
  TopologyNotReconciled: 'git',
  InfrastructureNotReady: 'cloud',
  // ClusterResourceSets
  ResourceSetMissing: 'git',
  ResourceSetNotSelecting: 'git',
  ResourceSetWaits: 'nobody',
  ResourceSourceMissing: 'git',
  ResourceSourceWrongType: 'git',
  ResourceSourceUnreadable: 'git',
  ResourceSetStale: 'operator',
  ResourceSetApplyFailed: 'operator',
  // What an API server says no to
  DefinitionMissing: 'git',
  ApiVersionRemoved: 'git',
  WebhookUnavailable: 'operator',
  AdmissionRefused: 'git',
  QuotaExceeded: 'operator',
  PermissionMissing: 'git',
  FinalizerStuck: 'operator',
  ObjectMissing: 'operator',
  // Flux
  FluxNotInstalled: 'git',
  FluxControllerDown: 'operator',
  FluxSuspended: 'git',
  FluxSourceMissing: 'git',
  FluxSourceFailed: 'operator',
  FluxReferenceMissing: 'git',
  ChartMissing: 'git',
  FluxValuesInvalid: 'git',
  HelmInstallFailed: 'git',
  HelmUpgradeFailed: 'git',
  KustomizationFailed: 'git',
  FluxDependencyLoop: 'git',
  FluxDependencyNotReady: 'nobody',
  // Pods and nodes
  ScaledToZero: 'operator',
  StoppedOnPurpose: 'operator',
  ImagePullFailed: 'operator',
  ContainerCrashing: 'operator',
  ContainerConfigMissing: 'git',
  ProbeFailing: 'operator',
  NoNodes: 'operator',
  TaintsNotTolerated: 'git',
  ResourcesInsufficient: 'operator',
  FargateProfileMissing: 'cloud',
  Unschedulable: 'git',
  VolumeNotBound: 'operator',
  VolumeNotMounted: 'operator',
  NodeNotReady: 'operator',
  NetworkNotReady: 'operator',
  // Karpenter
  NodePoolNotReady: 'git',
  NodePoolLimitReached: 'git',
  NodeClassMissing: 'git',
  NodeClassNotReady: 'git',
  SubnetsNotFound: 'cloud',
  SecurityGroupsNotFound: 'cloud',
  CloudAccessDenied: 'cloud',
  CloudCapacityMissing: 'cloud',
  QueueMissing: 'cloud',
  NodeLaunchFailed: 'git',
  NodeNotRegistered: 'cloud',
  // The honest answer
  NotExplained: 'operator',
} as const satisfies Readonly<Record<string, Actor>>

/** Why a cluster is not ready, in one word. Each has a page in docs/reference/causes. */
export type CauseReason = Reason | keyof typeof deeperReasons

/** All reasons, each with the one who can end it. */
export const causeReasons: Readonly<Record<CauseReason, Actor>> = { ...reasons, ...deeperReasons }

/** Tells whether a word is a reason. */
export function isCauseReason(word: string): word is CauseReason {
  return Object.hasOwn(causeReasons, word)
}
