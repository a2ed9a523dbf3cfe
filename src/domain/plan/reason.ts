/** Why a step is not ready, or a cluster not read, in one word. docs/reference/conditions.md has a row for each. */
export const reasons = {
  // Cluster
  ClusterPaused: 'nobody',
  ClusterDeleting: 'nobody',
  ControlPlaneNotReady: 'nobody',
  FitoutSuspended: 'operator',
  FitoutInvalid: 'git',
  FitoutConflict: 'git',
  // Reading the workload cluster
  KubeconfigMissing: 'nobody',
  KubeconfigMalformed: 'operator',
  KubeconfigRefused: 'operator',
  KubeconfigExpired: 'operator',
  CertificateNotTrusted: 'operator',
  ClusterUnreachable: 'operator',
  ClusterNotReadable: 'operator',
  ClusterTooLarge: 'operator',
  LookFailed: 'operator',
  WorkloadIdentityChanged: 'operator',
  // Order and gates
  WaitsForStep: 'nobody',
  GateTampered: 'operator',
  GateRefused: 'operator',
  GateNotWritten: 'operator',
  // Hand-over
  HandOverAddresseeWrong: 'operator',
  HandOverNotAddressed: 'nobody',
  HandOverRefused: 'operator',
  HandOverSecretMissing: 'git',
  HandOverSecretRefused: 'git',
  HandOverKeyMissing: 'git',
  HandOverValueMalformed: 'git',
  HandOverKeyTaken: 'git',
  HandOverTooLarge: 'git',
  HandOverNamespaceMissing: 'git',
  HandOverNotDelivered: 'nobody',
  RenderSourceMissing: 'git',
  RenderSourceMalformed: 'git',
  RenderVariableMissing: 'git',
  RenderVariableAmbiguous: 'git',
  RenderShapeChanged: 'git',
  // Versions
  VersionUnsupported: 'git',
  // Delivery and proof
  ResourceSetMissing: 'git',
  ResourceSetNotSelecting: 'git',
  SourceNotRead: 'operator',
  NotApplied: 'nobody',
  ProofInProgress: 'nobody',
  ProofNotRead: 'operator',
  ProofFailed: 'operator',
  Ready: 'nobody',
} as const satisfies Readonly<Record<string, 'nobody' | 'git' | 'cloud' | 'operator'>>

export type Reason = keyof typeof reasons
