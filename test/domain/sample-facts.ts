import { aFitout, aStep } from './sample-fitout.ts'
import { readFitout } from '../../src/domain/validation/read-fitout.ts'
import type { Fitout, FitoutManifest } from '../../src/domain/api/schema/fitout-schema.ts'
import type {
  ObservedCluster,
  ClusterFacts,
  StepFacts,
  StepProof,
  ViewFact,
} from '../../src/domain/plan/cluster-facts.ts'
import { decide, type Decision } from '../../src/domain/plan/decide.ts'

/** For tests: noon of an ordinary day. */
export const NOON = Date.parse('2026-11-16T12:00:00Z')

/** For tests: a Cluster whose API server answers. */
export function aCluster(parts: Partial<ObservedCluster> = {}): ObservedCluster {
  return {
    namespace: 'prod',
    name: 'blue',
    uid: 'uid-blue',
    labels: {},
    ownLabels: new Set(),
    isPaused: false,
    isDeleting: false,
    finalizers: [],
    isInitialized: true,
    ...parts,
  }
}

export const readable = {
  kind: 'read',
  identity: 'kube-system-1',
  kubernetesVersion: 'v1.36.3',
} as const satisfies ViewFact

/** For tests: part of a cluster that could not be read. */
export const noAnswer = { message: 'no answer', readError: 'TimedOut' } as const satisfies StepFacts['unread']

/** For tests: a cluster that was read, and a plan of two gated steps. */
export function someFacts(parts: Partial<ClusterFacts> = {}): ClusterFacts {
  return {
    now: NOON,
    cluster: aCluster(),
    fitout: aPlan([gated('cni'), gated('flux')]),
    view: readable,
    handOvers: { written: [], hasStrangers: false },
    previous: undefined,
    steps: new Map(),
    ...parts,
  }
}

type StepManifest = FitoutManifest['spec']['steps'][number]

/** For tests: a Fitout of these steps, as it is read. */
export function aPlan(steps: readonly StepManifest[], spec: Partial<FitoutManifest['spec']> = {}): Fitout {
  const reading = readFitout(aFitout(steps, spec))
  if (reading.kind !== 'valid') throw new Error(JSON.stringify(reading.problems))
  return reading.fitout
}

/** For tests: a step with a gate and a ClusterResourceSet of its name. */
export function gated(name: string, parts: Partial<StepManifest> = {}): StepManifest {
  return aStep(name, {
    gate: { label: `${name}.example.com/on`, value: 'true' },
    resourceSets: [name],
    ...parts,
  })
}

/** For tests: a cluster on which these gates were opened by Fitout. */
export function withGates(...names: readonly string[]): ObservedCluster {
  const labels = names.map(name => `${name}.example.com/on`)
  return aCluster({
    labels: Object.fromEntries(labels.map(label => [label, 'true'])),
    ownLabels: new Set(labels),
  })
}

export const current: StepProof = {
  health: 'Current',
  isStable: true,
  brokenForMs: 0,
  sentence: 'All is well',
  evidence: [],
}

/** For tests: a proof that does not hold. */
export const inProgress: StepProof = {
  health: 'InProgress',
  isStable: false,
  brokenForMs: 0,
  sentence: 'DaemonSet n/a: 1 of 3',
  evidence: [],
}

/** For tests: a step of which everything is as it should be, but for what is named. */
export function found(parts: Partial<StepFacts> = {}): StepFacts {
  return {
    deliveries: [{ resourceSet: 'x', isApplied: true, message: 'Applied 1 source' }],
    handOver: [],
    unsupported: undefined,
    proof: current,
    ...parts,
  }
}

/** For tests: the states of the steps, in their order. */
export function states({ status }: Decision): readonly string[] {
  return status.steps?.map(({ name, state }) => `${name} ${state}`) ?? []
}

/** For tests: what is decided later, on what was decided before. */
export function decideLater(first: ClusterFacts, later: Partial<ClusterFacts>): Decision {
  return decide({ ...first, previous: decide(first, 1).status, ...later }, 1)
}
