import type { FleetCluster, FleetSnapshot } from '../../src/domain/fleet/fleet-snapshot.ts'
import { ago, aCluster, aClusterAt, aFleet } from '../domain/sample-snapshot.ts'
import type { StepStatus } from '../../src/domain/plan/step-status.ts'
import { type Choice, type DemoView, noChoice } from '../../src/cli/demo/demo-view.ts'

const stepNames = ['api', 'cni', 'flux', 'karpenter', 'nodes']

/** Only the steps of the demo. */
function short(cluster: FleetCluster, kubernetesVersion = 'v1.35.4-eks-1'): FleetCluster {
  const steps = cluster.steps.filter(({ name }) => stepNames.includes(name))
  return { ...cluster, kubernetesVersion, steps }
}

const tooOld = {
  reason: 'VersionUnsupported',
  message: 'Flux 2.9 needs Kubernetes 1.34 or newer',
  actor: 'Git',
} as const
const old = { state: 'Held', step: 'flux', stepState: 'Held', cause: tooOld } as const

const evidence: NonNullable<StepStatus['evidence']> = [
  {
    cluster: 'Workload',
    object: { apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'kube-system', name: 'cilium' },
    health: 'InProgress',
    message: 'Available: 0/1',
  },
  {
    cluster: 'Workload',
    object: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: 'ciliumnodes.cilium.io',
    },
    health: 'Current',
  },
]

const clusters: readonly FleetCluster[] = [
  short(
    aClusterAt('dev/platform', {
      state: 'FittingOut',
      step: 'api',
      stepState: 'Held',
      sinceMs: 90_000,
      cause: {
        reason: 'ControlPlaneNotReady',
        message: 'Control plane is not initialized',
        actor: 'Nobody',
      },
    }),
  ),
  short(aCluster('dev/team-1'), 'v1.36.1'),
  short(
    aClusterAt('dev/team-2', { state: 'FittingOut', step: 'cni', stepState: 'Delivering', sinceMs: 4_000 }),
    'v1.36.1',
  ),
  short(
    aClusterAt('dev/team-3', {
      state: 'Failed',
      step: 'nodes',
      stepState: 'Failed',
      sinceMs: 1_211_000,
      cause: {
        reason: 'ProofFailed',
        message: 'NodePool default has failed',
        actor: 'Operator',
        since: ago(3_720_000),
      },
    }),
  ),
  withEvidence(
    short(
      aClusterAt('edge/store-berlin', {
        state: 'Stuck',
        step: 'cni',
        stepState: 'Stuck',
        sinceMs: 1_261_000,
        cause: {
          reason: 'ProofInProgress',
          message: 'DaemonSet kube-system/cilium is not available (0/1 pods)',
          actor: 'Operator',
          since: ago(61_000),
        },
      }),
    ),
  ),
  short(aClusterAt('prod/legacy-1', { ...old, sinceMs: 300_000 }), 'v1.33.6'),
  short(aClusterAt('prod/legacy-2', { ...old, sinceMs: 60_000 }), 'v1.33.6'),
  short(
    aClusterAt('prod/payments-eu', {
      state: 'Held',
      step: 'karpenter',
      stepState: 'Held',
      sinceMs: 724_000,
      cause: {
        reason: 'HandOverKeyMissing',
        message: 'Secret "payments-eu-eks-connection" lacks key "karpenter_iam_role_arn"',
        actor: 'Git',
      },
    }),
  ),
  short(
    aClusterAt('prod/search-us', {
      state: 'FittingOut',
      step: 'karpenter',
      stepState: 'Proving',
      sinceMs: 130_000,
    }),
  ),
  short(aCluster('prod/with-a-name-that-is-much-too-long')),
]

function withEvidence(cluster: FleetCluster): FleetCluster {
  const steps = cluster.steps.map(step => (step.name === cluster.step ? { ...step, evidence } : step))
  return { ...cluster, steps }
}

const sampleFleet: FleetSnapshot = aFleet(clusters, {
  fitouts: ['dev', 'edge', 'prod'].map(namespace => ({
    namespace,
    name: 'eks',
    steps: stepNames.map(name => ({ name, timeout: '20m' })),
  })),
})

/** For tests: a demo with a cluster in every state, and two troubles of which nothing is fixed by default. */
export function sampleView(choice: Partial<Choice> = {}): DemoView {
  return {
    snapshot: sampleFleet,
    troubles: [
      {
        cluster: 'prod/payments-eu',
        next: 'Add output "karpenter_iam_role_arn" to the Terraform workspace "payments-eu" and apply it',
        done: 'Terraform wrote "karpenter_iam_role_arn"',
      },
      { cluster: 'edge/store-berlin', next: 'Push the image', done: 'Pushed the image' },
    ],
    choice: { ...noChoice, ...choice },
    elapsedMs: 754_000,
    speed: 10,
  }
}

/** For tests: the same demo with nothing left to do. */
export function readyView(): DemoView {
  const view = sampleView({ fixed: ['prod/payments-eu', 'edge/store-berlin'] })
  const ready = view.snapshot.clusters.filter(({ state }) => state === 'Ready')
  return { ...view, snapshot: { ...view.snapshot, clusters: ready } }
}
