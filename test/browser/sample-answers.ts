import { countCauses } from '../../src/domain/fleet/sum-fleet.ts'
import { rowOf } from '../../src/domain/fleet/fleet-row.ts'
import { type FleetCluster, type FleetSnapshot, idOf } from '../../src/domain/fleet/fleet-snapshot.ts'
import { standing } from '../../src/domain/fleet/standing.ts'
import type { Verdict, VerdictWord } from '../../src/domain/compat/verdict.ts'
import type { StepStatus } from '../../src/domain/plan/step-status.ts'
import type { ClusterResponse, TimelineStep, WhyResponse } from '../../src/server/api/cluster-response.ts'
import type { CompatResponse } from '../../src/server/api/compat-response.ts'
import type { FitoutListResponse, FitoutResponse } from '../../src/server/api/fitout-response.ts'
import type { FleetResponse } from '../../src/server/api/fleet-response.ts'
import type { MeResponse } from '../../src/server/api/me-response.ts'
import type { ObjectListResponse } from '../../src/server/api/object-list-response.ts'
import type { StepResponse } from '../../src/server/api/step-response.ts'
import { ago } from '../domain/sample-snapshot.ts'

/** For tests: what `fleet` answers for a fleet. */
export function fleetAnswer(fleet: FleetSnapshot, given: Partial<FleetResponse> = {}): FleetResponse {
  return {
    asOf: fleet.asOf,
    seq: 7,
    fitouts: fleet.fitouts,
    rows: fleet.clusters.map(rowOf),
    unselected: fleet.unselected,
    isPartial: false,
    toReady: { count: 957, median: 662, p95: 1_140 },
    ...given,
  }
}

/** For tests: who looks, at home. */
export function meAnswer(given: Partial<MeResponse> = {}): MeResponse {
  return {
    asOf: ago(0),
    version: '0.1.0',
    mode: 'local',
    user: { name: 'ada@example.com', groups: ['platform'] },
    management: { context: 'mgmt', address: 'https://10.0.0.1:6443' },
    actions: [
      { action: 'openMergeRequest', isAllowed: true },
      { action: 'checkDraft', isAllowed: true },
    ],
    forge: {
      kind: 'gitlab',
      name: 'platform/fleet on gitlab.example.com',
      hasToken: true,
      takesToken: true,
    },
    token: 'token',
    ...given,
  }
}

/** For tests: why a cluster is held, with everything that such an answer can have. */
export function whyAnswer(cluster: FleetCluster, fleet: FleetSnapshot): WhyResponse {
  const id = idOf(cluster)
  if (cluster.cause === undefined) return { asOf: fleet.asOf, standing: standing(cluster, fleet) }
  return {
    asOf: fleet.asOf,
    standing: standing(cluster, fleet),
    why: {
      sentence: cluster.cause.message,
      reason: 'HandOverKeyMissing',
      state: 'Held',
      step: cluster.cause.step ?? '',
      since: cluster.since ?? fleet.asOf,
      timeoutAt: undefined,
      actor: cluster.cause.actor ?? 'Nobody',
      evidence: [
        {
          cluster: 'Management',
          object: { apiVersion: 'v1', kind: 'Secret', namespace: cluster.namespace, name: 'eks-connection' },
          health: 'Current',
          line: 'has the keys cluster_endpoint and cluster_name',
        },
        {
          cluster: 'Management',
          object: {
            apiVersion: 'fitout.dev/v1alpha1',
            kind: 'Fitout',
            namespace: cluster.namespace,
            name: 'eks',
          },
          health: undefined,
          line: 'step karpenter hands over the key karpenter_iam_role_arn and has no default for it',
        },
        {
          cluster: 'Management',
          object: {
            apiVersion: 'cluster.x-k8s.io/v1beta2',
            kind: 'Cluster',
            namespace: cluster.namespace,
            name: cluster.name,
          },
          health: undefined,
          line: 'the gate karpenter.sh/enabled is closed',
        },
      ],
      ruledOut: ['API server', 'CNI', 'DNS', 'Flux', 'bindings and hashes', 'kubeconfig'],
      next: [
        {
          text: 'Add the output to the Terraform workspace, and apply it',
          patch: 'output "karpenter_iam_role_arn" {\n  value = module.karpenter.iam_role_arn\n}',
        },
        { text: 'Check again now', command: `fitout refresh ${id}` },
      ],
      sameCause: 6,
      readAt: ago(4_000),
    },
  }
}

/** For tests: what a cluster's page shows. */
export function clusterAnswer(cluster: FleetCluster, fleet: FleetSnapshot): ClusterResponse {
  const plan = fleet.fitouts.find(({ namespace }) => namespace === cluster.namespace)
  return {
    asOf: fleet.asOf,
    cluster,
    standing: standing(cluster, fleet),
    ...(plan === undefined ? {} : { plan }),
    facts: {
      clusterClass: 'eks-v3',
      kubernetesVersion: 'v1.34.3',
      components: [
        { component: 'cilium', version: '1.18.4' },
        { component: 'flux', version: '2.8.8' },
        { component: 'karpenter', version: '1.8.2' },
      ],
      createdAt: ago(72 * 60_000),
      isPaused: false,
      isDeleting: false,
      gates: [
        { label: 'fluxcd.io/enabled', isOpen: true },
        { label: 'karpenter.sh/enabled', isOpen: false },
      ],
    },
    timeline: cluster.steps.map((step, index) => timelineStep(step, index, cluster)),
    ...(cluster.state === 'Ready' ? { took: 662 } : {}),
    fleetTook: { median: 662, count: 957 },
    sameCause: countCauses(fleet.clusters)[0]?.clusters.length ?? 0,
    compat: {
      target: '1.35',
      answer: 'held',
      now: [],
      holds: [
        {
          component: 'karpenter',
          version: '1.8.2',
          sentence: 'Karpenter 1.8.2 does not support Kubernetes 1.35',
        },
      ],
      unknown: [],
    } as unknown as ClusterResponse['compat'],
    changes: [],
  }
}

function timelineStep(step: StepStatus, index: number, cluster: FleetCluster): TimelineStep {
  const minutes = [70, 68.8, 66.1, 65.7, 63.9, 60, 59]
  const [start, end] = [minutes[index] ?? 60, minutes[index + 1] ?? 59]
  const base = { step: step.name, state: step.state, timeout: 600, median: 90 }
  if (step.state === 'Ready') {
    const middle = start - (start - end) / 3
    return {
      ...base,
      spans: [
        { state: 'Delivering', start: ago(start * 60_000), end: ago(middle * 60_000) },
        { state: 'Proving', start: ago(middle * 60_000), end: ago(end * 60_000) },
      ],
    }
  }
  if (step.state === 'Waiting')
    return { ...base, spans: [], waitsFor: [cluster.steps[index - 1]?.name ?? ''] }
  return { ...base, spans: [{ state: step.state, start: step.since ?? ago(0) }] }
}

/** For tests: a step that is held. */
export function stepAnswer(cluster: FleetCluster, name: string): StepResponse {
  const index = cluster.steps.findIndex(step => step.name === name)
  const status = cluster.steps[index] ?? { name, state: 'Waiting' as const }
  return {
    asOf: ago(0),
    cluster: idOf(cluster),
    fitout: 'eks',
    status,
    position: index + 1,
    of: cluster.steps.length,
    needs: [{ name: 'flux', state: 'Ready' }],
    holdsUp: ['nodes', 'add-ons'],
    gate: { label: 'karpenter.sh/enabled', value: 'true', isOpen: false },
    timeline: timelineStep(status, index, cluster),
    proofs: [
      {
        cluster: 'Workload',
        object: 'Deployment karpenter/karpenter',
        kind: 'Deployment',
        namespace: 'karpenter',
        name: 'karpenter',
        expected: 'Current',
      },
      {
        cluster: 'Workload',
        object: 'NodePool default',
        kind: 'NodePool',
        name: 'default',
        expected: "status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')",
        health: 'InProgress',
        message: 'Ready is Unknown',
      },
    ],
    handOver: [
      { secret: 'eks-connection', key: 'cluster_name', verdict: 'present' },
      { secret: 'eks-connection', key: 'cluster_endpoint', verdict: 'present', format: 'url' },
      { secret: 'eks-connection', key: 'karpenter_iam_role_arn', verdict: 'missing', format: 'arn' },
      { secret: 'eks-connection', key: 'log_level', verdict: 'default' },
    ],
    delivery: [
      { stage: 'pack', title: 'Pack karpenter', state: 'done', message: '3 ConfigMaps' },
      {
        stage: 'handOver',
        title: 'Secret payments-eu-karpenter',
        state: 'stopped',
        message: 'not written: key karpenter_iam_role_arn is missing',
      },
      { stage: 'gate', title: 'karpenter.sh/enabled', state: 'pending' },
      { stage: 'resourceSet', title: 'ClusterResourceSet karpenter-installer', state: 'pending' },
      { stage: 'binding', title: 'ClusterResourceSetBinding', state: 'pending' },
      { stage: 'workload', title: 'Workload cluster', state: 'pending' },
    ],
    objects: objectsAnswer().objects,
    unread: [],
  }
}

/** For tests: objects of the proofs. */
export function objectsAnswer(): ObjectListResponse {
  const at = { step: 'karpenter', cluster: 'Workload', apiVersion: 'apps/v1', kind: 'Deployment' } as const
  const objects = [
    { ...at, namespace: 'karpenter', name: 'karpenter', health: 'InProgress', message: 'Available: 1/2' },
    { ...at, step: 'flux', namespace: 'flux-system', name: 'helm-controller', health: 'Current' },
    { ...at, step: 'flux', namespace: 'flux-system', name: 'source-controller', health: 'Current' },
  ] as const
  return { asOf: ago(0), objects, counts: { InProgress: 1, Current: 2 }, total: 3 }
}

/** For tests: the list of Fitouts. */
export function fitoutsAnswer(): FitoutListResponse {
  const steps = ['api', 'cni', 'dns', 'flux', 'karpenter', 'nodes', 'add-ons']
  const at = { name: 'eks', generation: 3, steps, isSuspended: false, problems: 0 }
  return {
    asOf: ago(0),
    fitouts: [
      {
        ...at,
        namespace: 'dev',
        clusters: 33,
        states: [
          { state: 'Failed', count: 3 },
          { state: 'FittingOut', count: 30 },
        ],
      },
      {
        ...at,
        namespace: 'prod',
        clusters: 966,
        states: [
          { state: 'Held', count: 8 },
          { state: 'Ready', count: 958 },
        ],
      },
    ],
  }
}

/** For tests: one Fitout. */
export function fitoutAnswer(): FitoutResponse {
  const [, summary] = fitoutsAnswer().fitouts
  if (!summary) throw new Error('the sample has two Fitouts')
  return {
    asOf: ago(0),
    summary,
    selector: 'fitout.dev/profile=eks',
    steps: summary.steps.map((name, index) => ({
      name,
      dependsOn: index === 0 ? [] : [summary.steps[index - 1] ?? ''],
      ...(index > 2 && index < 5 ? { gate: { label: `${name}.sh/enabled`, value: 'true' } } : {}),
      packs: index > 2 && index < 5 ? [name] : [],
      resourceSets: [],
      proof: index === 3 ? 'preset flux' : '2 objects',
      handOver: index === 4 ? ['cluster_name', 'karpenter_iam_role_arn'] : [],
      timeout: 900,
      median: 60 + index * 15,
      ...(index < 6 ? { p95: 160 + index * 40 } : {}),
      runs: index < 6 ? 958 : 4,
      needsAttention: index === 4 ? 7 : 0,
      spec: {} as unknown as FitoutResponse['steps'][number]['spec'],
    })),
    clusters: ['prod/payments-eu', 'prod/shop-000', 'prod/shop-001'],
    sameName: [{ namespace: 'dev', steps: ['nodes'] }],
    problems: [],
    yaml: 'apiVersion: fitout.dev/v1alpha1\nkind: Fitout\nmetadata:\n  name: eks\n  namespace: prod\n',
  }
}

/** For tests: which clusters can go to a version. */
export function compatAnswer(): CompatResponse {
  return {
    asOf: ago(0),
    target: '1.35',
    targets: ['1.33', '1.34', '1.35'],
    totals: { fits: 611, held: 372, unknown: 17, there: 0 },
    minors: ['1.33', '1.34', '1.35'],
    rows: [compatRow('karpenter', '1.8.2', 'unsupported'), compatRow('flux', '2.8.8', 'unknown')],
    causes: [
      {
        ...verdictOf('karpenter', '1.8.2', 'unsupported'),
        kind: 'held',
        kubernetes: '1.35',
        raise: { title: 'Karpenter', to: '1.9', isBefore: true },
        places: [],
        clusters: ['prod/payments-eu', 'prod/search-us'],
      },
    ],
    warnings: [],
    factsAsOf: '2026-11-10',
  }
}

function compatRow(component: string, version: string, last: VerdictWord): CompatResponse['rows'][number] {
  const verdicts = (['fits', 'fits', last] as const).map(word => verdictOf(component, version, word))
  return { component, version, clusters: 372, cells: verdicts }
}

function verdictOf(component: string, version: string, verdict: VerdictWord): Verdict {
  const source = { url: 'https://example.com/versions', asOf: '2026-11-10' }
  const sentence = `${component} ${version}: ${verdict} with this Kubernetes`
  return { component, version, verdict, sentence, source, needs: undefined }
}
