import { API_VERSION } from '../../src/domain/api/api-names.ts'
import { readFitout } from '../../src/domain/validation/read-fitout.ts'
import type { Fitout, FitoutManifest } from '../../src/domain/api/schema/fitout-schema.ts'
import { evaluateHealth } from '../../src/domain/health/evaluate-health.ts'
import { type Fields, partOf, textIn } from '../../src/domain/object/fields.ts'
import type { ViewFact } from '../../src/domain/plan/cluster-facts.ts'
import type { StepStatus } from '../../src/domain/plan/step-status.ts'
import { applyProofRules } from '../../src/domain/proof/judge/proof-rules.ts'
import { cutText } from '../../src/domain/proof/judge/quote-message.ts'
import type { CauseReason } from '../../src/domain/explain/cause-reason.ts'
import type { ExplainFacts } from '../../src/domain/explain/explain-facts.ts'
import type { SeenRef } from '../../src/domain/explain/seen-object.ts'
import { gatherFrom, objectsOn, type World } from './world.ts'

/** A cluster on which something is wrong, and the reason that explaining finds. */
export interface Situation {
  /** What is wrong, in a sentence. */
  readonly name: string
  readonly reason: CauseReason
  readonly facts: ExplainFacts
}

/** What is wrong, and where it shows. */
export interface Trouble {
  /** Where the cluster is. `flux` by default. */
  readonly step?: string
  readonly state?: StepStatus['state']
  /** Since when the step is in its state; for twelve minutes by default. */
  readonly since?: string
  /** As the step says it itself. */
  readonly said?: Pick<StepStatus, 'source' | 'readError'> & {
    readonly reason: string
    readonly message: string
  }
  /** The objects of the proof. */
  readonly proof?: readonly SeenRef[]
  readonly world?: World
  /** What else is known, or not. */
  readonly facts?: Partial<ExplainFacts>
}

const NOON = Date.parse('2026-11-16T12:00:00Z')
const readable: ViewFact = { kind: 'read', identity: 'kube-system-1', kubernetesVersion: 'v1.35.4' }
const applied = { verdict: 'applied', resources: [], message: 'Applied 1 source' } as const

/** Builds a situation: everything is fine but for the trouble. Its facts are made when a user asks for them. */
export function situation(name: string, reason: CauseReason, trouble: Trouble = {}): Situation {
  let made: ExplainFacts | undefined
  return {
    name,
    reason,
    get facts() {
      made ??= factsOf(trouble)
      return made
    },
  }
}

function factsOf(trouble: Trouble): ExplainFacts {
  const { step = 'flux', world = {}, facts = {} } = trouble
  const resourceSets = new Map(
    ['cilium', 'flux', 'karpenter'].map(set => [set, { kind: 'read', value: applied }] as const),
  )
  const start: ExplainFacts = {
    now: NOON,
    namespace: 'prod',
    name: 'payments-eu',
    step: undefined,
    cluster: { kind: 'read', value: aCluster() },
    fitout: { kind: 'read', value: thePlan },
    status: {
      kind: 'read',
      value: {
        fitout: { name: 'eks', uid: 'uid-eks', generation: 3 },
        step,
        steps: stepsUpTo(step, trouble),
      },
    },
    view: { kind: 'read', value: readable },
    kubeconfig: { kind: 'read', value: { expiresAt: '2027-05-01T00:00:00Z' } },
    steps: new Map(),
    resourceSets,
    packs: new Map(),
    secrets: new Map(),
    answers: new Map(),
    others: new Map(),
    ...facts,
  }
  return gatherFrom(world, start)
}

/** A Cluster whose API server answers, changed as told. */
export function aCluster(
  parts: { readonly metadata?: Fields; readonly spec?: Fields; readonly status?: Fields } = {},
): Fields {
  const labels = {
    'fitout.dev/profile': 'eks',
    'cilium.example.com/enabled': 'true',
    'flux.example.com/enabled': 'true',
  }
  return {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name: 'payments-eu', namespace: 'prod', labels, ...parts.metadata },
    spec: { controlPlaneEndpoint: { host: 'payments-eu.example.com', port: 443 }, ...parts.spec },
    status: {
      initialization: { controlPlaneInitialized: true, infrastructureProvisioned: true },
      ...parts.status,
    },
  }
}

type StepManifest = FitoutManifest['spec']['steps'][number]

const steps: readonly StepManifest[] = [
  {
    name: 'cni',
    gate: { label: 'cilium.example.com/enabled' },
    packs: ['cilium'],
    proof: { preset: 'cilium' },
    timeout: '10m',
  },
  { name: 'dns', proof: { preset: 'coredns' } },
  {
    name: 'flux',
    gate: { label: 'flux.example.com/enabled' },
    packs: ['flux'],
    proof: { preset: 'flux' },
    timeout: '15m',
  },
  {
    name: 'karpenter',
    gate: { label: 'karpenter.example.com/enabled' },
    resourceSets: ['karpenter'],
    handOver: [
      {
        from: { secret: '${CLUSTER_NAME}-eks-connection' },
        to: { secret: 'eks-connection', namespace: 'karpenter' },
        keys: { cluster_name: {}, karpenter_iam_role_arn: { format: 'arn' } },
      },
    ],
    proof: { preset: 'karpenter' },
    timeout: '20m',
  },
  { name: 'nodes', proof: { preset: 'karpenter', with: { node: true } } },
]

const thePlan: Fitout = planOf({
  apiVersion: API_VERSION,
  kind: 'Fitout',
  metadata: { name: 'eks', namespace: 'prod' },
  spec: { clusterSelector: { matchLabels: { 'fitout.dev/profile': 'eks' } }, steps: [...steps] },
})

function planOf(manifest: FitoutManifest): Fitout {
  const reading = readFitout(manifest)
  if (reading.kind !== 'valid') throw new Error(`cannot use the plan: ${JSON.stringify(reading.problems)}`)
  return reading.fitout
}

/** The names of the steps of the plan. */
export const stepNames: readonly string[] = steps.map(({ name }) => name)

function stepsUpTo(step: string, trouble: Trouble): readonly StepStatus[] {
  const at = stepNames.indexOf(step)
  return stepNames.map((name, index) => {
    if (index < at)
      return { name, state: 'Ready', reason: 'Ready', message: 'All is well', since: '2026-11-16T11:30:00Z' }
    if (index > at)
      return {
        name,
        state: 'Waiting',
        reason: 'DependencyNotReady',
        message: `Waits for "${stepNames[index - 1] ?? ''}"`,
        since: '2026-11-16T11:30:00Z',
      }
    return troubled(name, trouble)
  })
}

function troubled(name: string, trouble: Trouble): StepStatus {
  const { state = 'Proving', since = '2026-11-16T11:47:56Z', said, proof = [], world = {} } = trouble
  const evidence = proof.map(ref => judged(ref, world)).filter(({ health }) => health !== 'Current')
  const { reason, message, ...about } = said ?? {
    reason: 'ProofInProgress',
    message: evidence[0]
      ? `${evidence[0].object.kind} ${evidence[0].object.name}: ${evidence[0].message}`
      : 'Proof is not read yet',
  }
  const isShut = state === 'Held' || state === 'Waiting'
  return {
    name,
    state,
    reason,
    message,
    ...about,
    since,
    ...(isShut ? {} : { openedAt: since }),
    evidence,
  }
}

function judged(ref: SeenRef, world: World): NonNullable<StepStatus['evidence']>[number] {
  const { on, apiVersion, kind, namespace, name } = ref
  const object = objectsOn(world, on).find(one => {
    const metadata = partOf(one, 'metadata')
    return (
      textIn(one, 'kind') === kind &&
      textIn(metadata, 'name') === name &&
      textIn(metadata, 'namespace') === (namespace ?? '')
    )
  })
  const { status, message: words } = evaluateHealth(object, { now: 0, reader: 'flux' })
  const { health, message } = applyProofRules(object ?? {}, { health: status, message: words })
  return {
    cluster: on,
    object: { apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name },
    health,
    message: cutText(message, 200),
  }
}
