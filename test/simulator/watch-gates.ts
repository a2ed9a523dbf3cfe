import { readFitout } from '../../src/domain/validation/read-fitout.ts'
import type { Fitout } from '../../src/domain/api/schema/fitout-schema.ts'
import { needsOfStep } from '../../src/domain/api/needs-of-step.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { Model, Store } from '../../src/simulator/store/store.ts'
import type { StoreChange } from '../../src/simulator/store/table.ts'
import { type Truth, proveInTruth } from './prove-in-truth.ts'

/** A gate that opened, or shut. Without a problem, all that its step needs was proven at that very time. */
export interface OpenedGate {
  readonly t: number
  readonly cluster: string
  readonly step: string
  readonly problem?: string
}

/** What is watched. */
export interface GateScene {
  readonly management: Store
  readonly workloads: ReadonlyMap<string, Store>
  /** Plans that were changed not long ago, and that may still be acted on. None by default. */
  readonly recentPlans?: () => readonly KubeObject[]
}

/** Looks at the truth whenever a gate opens or shuts, and tells of each. */
export function watchGates(scene: GateScene, tell: (opened: OpenedGate) => void): Model {
  const changed = ({ kind, group }: { kind: string; group: string }, change: StoreChange): void => {
    const { before, after, key } = change
    if (group !== 'cluster.x-k8s.io' || kind !== 'Cluster' || after === undefined) return
    if (before?.metadata.labels === after.metadata.labels) return
    for (const fitout of fitoutsOf(scene.management, after)) {
      for (const step of gatesIn(fitout, after, before)) {
        const t = scene.management.clock.elapsed()
        tell({ t, cluster: key, step, problem: 'it was shut again' })
      }
      for (const step of gatesIn(fitout, before, after)) {
        const plans = [fitout, ...(scene.recentPlans?.() ?? []).flatMap(planIn)]
        const problem = firstProblem(scene, { plans, step, cluster: after })
        const t = scene.management.clock.elapsed()
        tell({ t, cluster: key, step, ...(problem === undefined ? {} : { problem }) })
      }
    }
  }
  return { changed, restored: () => undefined }
}

function fitoutsOf(store: Store, { metadata }: KubeObject): readonly Fitout[] {
  return store
    .snapshotAt(store.revision, { group: 'fitout.dev', plural: 'fitouts' })
    .filter(fitout => fitout.metadata.namespace === metadata.namespace)
    .flatMap(planIn)
}

function planIn(object: KubeObject): readonly Fitout[] {
  const reading = readFitout(object)
  return reading.kind === 'valid' ? [reading.fitout] : []
}

/** The steps whose gate is open on the one and not on the other. */
function gatesIn(
  { spec }: Fitout,
  not: KubeObject | undefined,
  open: KubeObject | undefined,
): readonly string[] {
  return spec.steps.flatMap(({ name, gate }) => {
    if (gate === undefined) return []
    const isOpen = (cluster: KubeObject | undefined) => cluster?.metadata.labels?.[gate.label] === gate.value
    return isOpen(open) && !isOpen(not) ? [name] : []
  })
}

interface Opening {
  /** The plan, and those that it has replaced. */
  readonly plans: readonly Fitout[]
  readonly step: string
  readonly cluster: KubeObject
}

/** What is wrong by all plans, as the first of them says it. */
function firstProblem(
  { management, workloads }: GateScene,
  { plans, step, cluster }: Opening,
): string | undefined {
  const workload = workloads.get(`${cluster.metadata.namespace}/${cluster.metadata.name}`)
  if (workload === undefined) return 'there is no workload cluster'
  const truth = { cluster, management, workload }
  const problems = plans
    .filter(({ spec }) => spec.steps.some(({ name }) => name === step))
    .map(({ spec }) => problemOf(truth, spec.steps, step))
  return problems.includes(undefined) ? undefined : problems[0]
}

function problemOf(truth: Truth, steps: Fitout['spec']['steps'], step: string): string | undefined {
  const needs = needsOfStep(
    steps,
    steps.findIndex(({ name }) => name === step),
  )
  for (const needed of steps.filter(({ name }) => needs.includes(name))) {
    const problem = proveInTruth(truth, needed)
    if (problem !== undefined) return `step "${needed.name}": ${problem}`
  }
  return undefined
}
