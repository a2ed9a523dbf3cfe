import { API_VERSION } from '../../src/domain/api/api-names.ts'
import type { ClusterState } from '../../src/domain/api/schema/cluster-fitout-schema.ts'
import { instantOf, type StepStatus } from '../../src/domain/plan/step-status.ts'
import type { FleetCluster, FleetSnapshot } from '../../src/domain/fleet/fleet-snapshot.ts'

const NOW = Date.UTC(2026, 10, 16, 12, 4, 31)
const MINUTE = 60_000
const names = ['api', 'cni', 'dns', 'flux', 'karpenter', 'nodes', 'add-ons'] as const

/** For tests: so many milliseconds before the sample was made. */
export function ago(milliseconds: number): string {
  return instantOf(NOW - milliseconds)
}

/** For tests: a fleet of these clusters, all with the Fitout `eks` of their namespace. */
export function aFleet(clusters: readonly FleetCluster[], given: Partial<FleetSnapshot> = {}): FleetSnapshot {
  const namespaces = [...new Set(clusters.map(({ namespace }) => namespace))]
  const steps = names.map(name => ({ name, timeout: name === 'karpenter' ? '20m' : '10m' }))
  return {
    apiVersion: API_VERSION,
    kind: 'FleetSnapshot',
    asOf: instantOf(NOW),
    fitouts: namespaces.map(namespace => ({ namespace, name: 'eks', steps })),
    clusters,
    unselected: 0,
    ...given,
  }
}

/** For tests: a cluster that is ready, but for what is given. */
export function aCluster(id: string, given: Partial<FleetCluster> = {}): FleetCluster {
  const [namespace = '', name = ''] = id.split('/')
  return {
    namespace,
    name,
    labels: { 'fitout.dev/profile': 'eks', env: namespace },
    fitout: 'eks',
    kubernetesVersion: 'v1.34.3',
    state: 'Ready',
    since: ago(60 * MINUTE),
    startedAt: ago(71 * MINUTE + 2_000),
    steps: names.map((step, index) => readyStep(step, index)),
    ...given,
  }
}

/** What a cluster is at. */
interface At {
  readonly state: ClusterState
  readonly step: (typeof names)[number]
  readonly stepState: StepStatus['state']
  readonly sinceMs: number
  readonly cause?: NonNullable<FleetCluster['cause']>
}

/** For tests: a cluster that is at a step: those before are ready, those behind wait. */
export function aClusterAt(id: string, { state, step, stepState, sinceMs, cause }: At): FleetCluster {
  const index = names.indexOf(step)
  const since = ago(sinceMs)
  const steps = names.map((name, at): StepStatus => {
    if (at < index) return readyStep(name, at)
    if (at > index) return { name, state: 'Waiting', reason: 'DependencyNotReady', since: ago(60 * MINUTE) }
    const opened = stepState === 'Held' ? {} : { openedAt: since }
    const words = cause ? { reason: cause.reason, message: cause.message } : {}
    const about = cause?.source ? { source: cause.source } : {}
    return { name, state: stepState, since, ...opened, ...words, ...about }
  })
  return aCluster(id, { state, step, since, steps, ...(cause ? { cause: { step, since, ...cause } } : {}) })
}

function readyStep(name: string, index: number): StepStatus {
  const [openedAt, readyAt] = [ago((70 - index) * MINUTE), ago((69 - index) * MINUTE)]
  return {
    name,
    state: 'Ready',
    reason: 'Ready',
    message: 'All 4 objects are Current',
    since: readyAt,
    openedAt,
    readyAt,
  }
}

const keyMissing = {
  reason: 'HandOverKeyMissing',
  message: 'The connection Secret lacks key "karpenter_iam_role_arn"',
  source: { kind: 'Secret', name: 'eks-connection', key: 'karpenter_iam_role_arn' },
  actor: 'Git',
} as const

/** For tests and measurements: a thousand clusters, of which 43 are not ready. */
export function thousandClusters(): FleetSnapshot {
  const held = numbered(7, index =>
    aClusterAt(index === 0 ? 'prod/payments-eu' : `prod/payments-${index}`, {
      state: 'Held',
      step: 'karpenter',
      stepState: 'Held',
      sinceMs: index === 0 ? 12 * MINUTE + 4_000 : (35 + index) * MINUTE,
      cause: keyMissing,
    }),
  )
  const running = numbered(31, index =>
    aClusterAt(index === 0 ? 'prod/search-us' : `dev/team-${index + 10}`, {
      state: 'FittingOut',
      step: 'karpenter',
      stepState: 'Proving',
      sinceMs: 2 * MINUTE + 10_000 - index * 1_000,
      cause: {
        reason: 'ProofInProgress',
        message: 'Deployment karpenter/karpenter: Available 1/2 replicas',
        actor: 'Nobody',
      },
    }),
  )
  const ready = numbered(957, index => aCluster(`prod/shop-${String(index).padStart(3, '0')}`))
  return aFleet([...held, ...others(), ...running, ...ready])
}

function numbered(count: number, make: (index: number) => FleetCluster): readonly FleetCluster[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function others(): readonly FleetCluster[] {
  const image = {
    reason: 'ImagePullFailed',
    message: 'Image of DaemonSet "cilium" cannot be pulled',
    actor: 'Operator',
  } as const
  const failed = { state: 'Failed', step: 'cni', stepState: 'Failed' } as const
  return [
    aClusterAt('dev/team-1', { ...failed, sinceMs: 20 * MINUTE, cause: image }),
    aClusterAt('dev/team-2', { ...failed, sinceMs: 15 * MINUTE, cause: image }),
    aClusterAt('dev/team-7', {
      ...failed,
      sinceMs: 14 * MINUTE + 10_000,
      cause: { reason: 'NotExplained', message: 'No cause is proven', actor: 'Operator' },
    }),
    aClusterAt('prod/legacy-1', {
      state: 'Held',
      step: 'flux',
      stepState: 'Held',
      sinceMs: 12 * MINUTE,
      cause: {
        reason: 'VersionUnsupported',
        message: 'Flux 2.9 needs Kubernetes 1.34 or newer',
        actor: 'Git',
      },
    }),
    aCluster('edge/edge-7', {
      state: 'Unknown',
      steps: names.map((step, index) => ({ ...readyStep(step, index), unreadSince: ago(6 * MINUTE) })),
      since: ago(6 * MINUTE),
      cause: {
        reason: 'KubeconfigRefused',
        message: 'API server rejects the credentials in the kubeconfig of Cluster "edge-7"',
        actor: 'Operator',
        since: ago(6 * MINUTE),
      },
    }),
  ]
}
