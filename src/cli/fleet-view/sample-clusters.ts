import type { StepState } from '../../domain/words/state-words.ts'
import type { ClusterView, FleetSnapshot, StepView } from './fleet-snapshot.ts'

/** For tests: the time at which the samples are looked at. */
export const NOW = Date.UTC(2026, 0, 1, 12, 0, 0)

const names = ['api', 'cni', 'flux', 'karpenter', 'nodes']
const MINUTE = 60_000

interface Sample extends Partial<Omit<ClusterView, 'steps'>> {
  /** How long it has been at its step, milliseconds. */
  readonly forMs?: number
  /** The state of the step that it is at. */
  readonly step?: StepState
}

/** For tests: a cluster at a step, those before it ready, those behind it waiting. */
export function aCluster({ forMs = 130_000, step = 'Proving', ...fields }: Sample = {}): ClusterView {
  const at = 'at' in fields ? fields.at : 3
  return {
    id: 'prod/search-us',
    kubernetes: '1.35',
    state: at === undefined ? 'Ready' : 'Fitting out',
    at,
    cause: undefined,
    ...fields,
    steps: names.map((name, index) => stepOf(name, index - (at ?? names.length), { forMs, step })),
  }
}

function stepOf(
  name: string,
  place: number,
  { forMs, step }: Required<Pick<Sample, 'forMs' | 'step'>>,
): StepView {
  const common = { name, timeoutMs: 20 * MINUTE }
  const since = NOW - forMs
  if (place === 0) return { ...common, state: step, since, openedAt: since, readyAt: undefined }
  if (place > 0) return { ...common, state: 'Waiting', since, openedAt: undefined, readyAt: undefined }
  return { ...common, state: 'Ready', since, openedAt: since - MINUTE, readyAt: since }
}

function ago(milliseconds: number): string {
  return new Date(NOW - milliseconds).toISOString()
}

const keyMissing = {
  reason: 'HandOverKeyMissing',
  message: 'Secret "payments-eu-eks-connection" lacks key "karpenter_iam_role_arn"',
  step: 'karpenter',
  actor: 'git',
  since: ago(724_000),
} as const

const tooOld = {
  reason: 'VersionUnsupported',
  message: 'Flux 2.9 needs Kubernetes 1.34 or newer',
  step: 'flux',
  actor: 'git',
} as const

const notAvailable = {
  reason: 'ProofInProgress',
  message: 'DaemonSet kube-system/cilium is not available (0/1 pods)',
  step: 'cni',
  actor: 'operator',
  since: ago(61_000),
} as const

const notInitialized = {
  reason: 'ControlPlaneNotReady',
  message: 'Control plane is not initialized',
  step: 'api',
  actor: 'nobody',
  since: ago(90_000),
} as const

/** For tests: a fleet with a cluster in every state that there is something to tell about. */
export const sampleFleet: FleetSnapshot = {
  now: NOW,
  clusters: [
    aCluster({ id: 'dev/platform', at: 0, step: 'Held', forMs: 90_000, cause: notInitialized }),
    aCluster({ id: 'dev/team-1', kubernetes: '1.36', at: undefined }),
    aCluster({ id: 'dev/team-2', kubernetes: '1.36', at: 1, step: 'Delivering', forMs: 4_000 }),
    aCluster({
      id: 'dev/team-3',
      at: 4,
      step: 'Failed',
      forMs: 1_211_000,
      state: 'Failed',
      cause: {
        reason: 'ProofFailed',
        message: 'NodePool default has failed',
        step: 'nodes',
        actor: 'operator',
        since: ago(3_720_000),
      },
    }),
    withEvidence(
      aCluster({
        id: 'edge/store-berlin',
        at: 1,
        step: 'Stuck',
        forMs: 1_261_000,
        state: 'Stuck',
        cause: notAvailable,
      }),
    ),
    aCluster({
      id: 'prod/legacy-1',
      kubernetes: '1.33',
      at: 2,
      step: 'Held',
      forMs: 300_000,
      state: 'Held',
      cause: { ...tooOld, since: ago(300_000) },
    }),
    aCluster({
      id: 'prod/legacy-2',
      kubernetes: '1.33',
      at: 2,
      step: 'Held',
      forMs: 60_000,
      state: 'Held',
      cause: { ...tooOld, since: ago(60_000) },
    }),
    aCluster({
      id: 'prod/payments-eu',
      at: 3,
      step: 'Held',
      forMs: 724_000,
      state: 'Held',
      cause: keyMissing,
    }),
    aCluster({ id: 'prod/search-us' }),
    aCluster({ id: 'prod/with-a-name-that-is-much-too-long', at: undefined }),
  ],
}

function withEvidence(cluster: ClusterView): ClusterView {
  const object = { apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'kube-system', name: 'cilium' }
  const evidence = [
    { on: 'workload', object, health: 'InProgress', message: 'Available: 0/1' } as const,
    {
      on: 'workload',
      object: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        name: 'ciliumnodes.cilium.io',
      },
      health: 'Current',
    } as const,
  ]
  return {
    ...cluster,
    steps: cluster.steps.map((step, index) => (index === cluster.at ? { ...step, evidence } : step)),
  }
}
