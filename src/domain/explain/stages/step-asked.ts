import { API_VERSION } from '../../api/api-names.ts'
import type { FitoutStep } from '../../api/schema/fitout-schema.ts'
import { stepSets, type WantedSet } from '../../plan/step-sets.ts'
import type { StepStatus } from '../../plan/step-status.ts'
import { type ExplainFacts, valueOf } from '../explain-facts.ts'
import type { SeenRef } from '../seen-object.ts'

/** A step: where it is, and what the plan says of it, if that was read. */
export interface AskedStep {
  readonly name: string
  readonly status: StepStatus
  readonly plan: FitoutStep | undefined
}

/** The step that is to be explained: the one that was asked for, or the one in front; undefined if there is none. */
export function stepAsked(facts: ExplainFacts): AskedStep | undefined {
  const status = valueOf(facts.status)
  const steps = status?.steps ?? []
  const wanted = facts.step ?? status?.cause?.step ?? status?.step
  const found = wanted === undefined ? steps.find(({ state }) => state !== 'Ready') : undefined
  const step =
    steps.find(({ name }) => name === wanted) ?? found ?? (wanted === undefined ? steps.at(-1) : undefined)
  return step && { name: step.name, status: step, plan: planOf(facts, step.name) }
}

/** What the plan says of a step. */
export function planOf(facts: ExplainFacts, name: string): FitoutStep | undefined {
  return valueOf(facts.fitout)?.spec.steps.find(step => step.name === name)
}

/** The ClusterResourceSets of a step. */
export function wantedSets({ plan }: Pick<AskedStep, 'plan'>, facts: ExplainFacts): readonly WantedSet[] {
  const { namespace, name, packs } = facts
  const setsIn = (pack: string) => (packs.get(pack) ?? []).map(set => ({ metadata: { name: set } }))
  return stepSets(plan ?? {}, { namespace, name, uid: '' }, setsIn)
}

/** The names of the ClusterResourceSets of a step. */
export function setsOf(asked: Pick<AskedStep, 'plan'>, facts: ExplainFacts): readonly string[] {
  return wantedSets(asked, facts).map(({ name }) => name)
}

type Where = Pick<ExplainFacts, 'namespace' | 'name'>

/** The Cluster that is explained. */
export function clusterRef({ namespace, name }: Where): SeenRef {
  return { on: 'Management', apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', namespace, name }
}

/** What Fitout says about the cluster. */
export function clusterFitoutRef({ namespace, name }: Where): SeenRef {
  return { on: 'Management', apiVersion: API_VERSION, kind: 'ClusterFitout', namespace, name }
}

/** The Fitout that has the cluster. */
export function fitoutRef(facts: ExplainFacts): SeenRef | undefined {
  const name = valueOf(facts.fitout)?.metadata.name ?? valueOf(facts.status)?.fitout?.name
  if (name === undefined) return undefined
  return { on: 'Management', apiVersion: API_VERSION, kind: 'Fitout', namespace: facts.namespace, name }
}

/** A ClusterResourceSet beside the cluster. */
export function resourceSetRef({ namespace }: Where, name: string): SeenRef {
  return {
    on: 'Management',
    apiVersion: 'addons.cluster.x-k8s.io/v1beta2',
    kind: 'ClusterResourceSet',
    namespace,
    name,
  }
}
