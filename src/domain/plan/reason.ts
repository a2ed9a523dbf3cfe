/** Why a step is not ready, or a cluster not read, in one word. docs/reference/conditions.md has a row for each. */
export const reasons = {
  // Cluster
  ClusterPaused: 'Nobody',
  ClusterDeleting: 'Nobody',
  ControlPlaneNotReady: 'Nobody',
  FitoutSuspended: 'Operator',
  FitoutInvalid: 'Git',
  FitoutConflict: 'Git',
  // Reading the workload cluster
  KubeconfigMissing: 'Nobody',
  KubeconfigMalformed: 'Operator',
  KubeconfigRefused: 'Operator',
  KubeconfigExpired: 'Operator',
  CertificateNotTrusted: 'Operator',
  ClusterUnreachable: 'Operator',
  ClusterNotReadable: 'Operator',
  ClusterTooLarge: 'Operator',
  ReconcileFailed: 'Operator',
  WorkloadIdentityChanged: 'Operator',
  // Order and gates
  DependencyNotReady: 'Nobody',
  GateTampered: 'Operator',
  GateRefused: 'Operator',
  GateNotWritten: 'Operator',
  // Hand-over
  HandOverAddresseeWrong: 'Operator',
  HandOverNotAddressed: 'Nobody',
  HandOverRefused: 'Operator',
  HandOverNotWritten: 'Nobody',
  HandOverSecretMissing: 'Git',
  HandOverSecretRefused: 'Git',
  HandOverKeyMissing: 'Git',
  HandOverValueMalformed: 'Git',
  HandOverKeyConflict: 'Git',
  HandOverTooLarge: 'Git',
  HandOverNamespaceMissing: 'Git',
  HandOverNotDelivered: 'Nobody',
  RenderSourceMissing: 'Git',
  RenderSourceMalformed: 'Git',
  RenderVariableMissing: 'Git',
  RenderVariableAmbiguous: 'Git',
  RenderShapeChanged: 'Git',
  // Versions
  VersionUnsupported: 'Git',
  // Delivery and proof
  ResourceSetMissing: 'Git',
  ResourceSetNotSelecting: 'Git',
  SourceNotRead: 'Operator',
  NotApplied: 'Nobody',
  ProofInProgress: 'Nobody',
  ProofNotRead: 'Operator',
  ProofFailed: 'Operator',
  Ready: 'Nobody',
} as const satisfies Readonly<Record<string, 'Nobody' | 'Git' | 'Cloud' | 'Operator'>>

export type Reason = keyof typeof reasons
