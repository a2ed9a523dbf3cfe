import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { readClusterFitout } from '../../domain/validation/read-fitout.ts'
import type { ClusterFitoutStatus } from '../../domain/api/schema/cluster-fitout-schema.ts'
import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { settleVersions } from '../../domain/compat/delivered/versions-in.ts'
import { judgeCompatibility } from '../../domain/compat/judge-compatibility.ts'
import { needsHandOver } from '../../domain/hand-over/cluster-identity.ts'
import { oncePerObject } from '../../domain/object/once-per-object.ts'
import { hasStrangers } from '../../domain/hand-over/wrap/addressees.ts'
import { refusedRendering } from '../../domain/hand-over/wrap/refused-rendering.ts'
import type { WrappedHandOver } from '../../domain/hand-over/wrap/wrap-hand-over.ts'
import {
  type ClusterFacts,
  type HandOverFacts,
  isFirstRead,
  type ObservedCluster,
  type StepFacts,
} from '../../domain/plan/cluster-facts.ts'
import { stepsToAsk } from '../../domain/plan/decide.ts'
import { hold } from '../../domain/plan/holds.ts'
import { knownStatus } from '../../domain/plan/known-status.ts'
import { isOpen } from '../../domain/plan/judge-step.ts'
import { readBinding } from '../../domain/resource-set/binding.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { addresseesOf } from '../management/management.ts'
import type { ViewResult } from '../views/view-pool.ts'
import { viewProblem } from '../views/view-problem.ts'
import type { WorkloadView } from '../views/workload-view.ts'
import { gatherDeliveries } from './gather-deliveries.ts'
import { gatherProof } from './gather-proof.ts'
import type { Dependencies } from './dependencies.ts'
import type { GatherRequest, StepContext } from './step-context.ts'
import { type GatheredHandOver, gatherHandOver, nothingToHandOver } from './gather-hand-over.ts'
import { writtenHandOvers } from './release.ts'
import { readCluster, traitsOf } from '../management/read-cluster.ts'
import type { DeliveredSource } from './delivered-source.ts'

/** All that was found out, and what is to be handed over. */
export interface Gathered {
  readonly facts: ClusterFacts
  readonly handOvers: ReadonlyMap<string, WrappedHandOver>
  /** In how many milliseconds a proof can have held long enough. */
  readonly dueInMs: number | undefined
  /** Undefined when the cluster cannot be read. */
  readonly view: WorkloadView | undefined
}

/** Finds out all that a decision about one cluster needs: step by step, as far as the plan can go now. */
export async function gather(dependencies: Dependencies, request: GatherRequest): Promise<Gathered> {
  const { world, views } = dependencies
  const { cluster: object, fitout, fresh, call, steps: expected } = request
  const cluster = readCluster(object)
  const previous = previousStatus(dependencies, object)
  // What is seen first is remembered for good: then no kubeconfig is good enough that was read before.
  const isFirst = isFirstRead(previous)
  const viewResult = await views.look(cluster, { ...call, fresh: isFirst || fresh.size > 0 })
  const handOvers = new Map<string, WrappedHandOver>()
  const dues: number[] = []
  const steps = new Map<string, StepFacts>()
  const facts: ClusterFacts = {
    now: world.clock.now(),
    cluster,
    fitout,
    view: viewFact(viewResult),
    handOvers: noHandOvers,
    previous,
    steps,
    ...(request.refresh === undefined ? {} : { refresh: request.refresh }),
  }
  // Reading takes its time: who is addressed when it is over counts.
  const complete = () => ({ ...facts, handOvers: handOverFacts(dependencies, cluster) })
  if (viewResult.kind === 'unread')
    return { facts: complete(), handOvers, dueInMs: undefined, view: undefined }

  const context = { dependencies, request, view: viewResult.view, version: viewResult.version }
  while (steps.size < fitout.spec.steps.length) {
    const sure =
      expected && steps.size === 0 ? fitout.spec.steps.filter(({ name }) => expected.has(name)) : []
    const open = sure.length > 0 ? sure : stepsToAsk(facts).filter(({ name }) => !steps.has(name))
    if (open.length === 0) break
    const found = await Promise.all(
      open.map(async step => [step.name, await gatherStep(context, step)] as const),
    )
    for (const [name, gatheredStep] of found) {
      steps.set(name, gatheredStep.facts)
      if (gatheredStep.wrapped) handOvers.set(name, gatheredStep.wrapped)
      if (gatheredStep.dueInMs !== undefined) dues.push(gatheredStep.dueInMs)
    }
  }
  // What no proof asks for any more need not be followed.
  if (fresh.size === 0) viewResult.view.sweep()
  return {
    facts: complete(),
    handOvers,
    dueInMs: dues.length === 0 ? undefined : Math.min(...dues),
    view: viewResult.view,
  }
}

/** For a cluster whose hand-overs were not listed: none is withdrawn. */
export const noHandOvers: HandOverFacts = { written: [], hasStrangers: false }

function handOverFacts({ management }: Dependencies, cluster: ObservedCluster): HandOverFacts {
  const written = writtenHandOvers(management, cluster)
  return { written, hasStrangers: hasStrangers(addresseesOf(management, cluster), cluster) }
}

function viewFact(viewResult: ViewResult): ClusterFacts['view'] {
  if (viewResult.kind === 'unread')
    return { kind: 'unread', ...viewResult.problem, since: viewResult.since, retryInMs: viewResult.retryInMs }
  return { kind: 'read', identity: viewResult.identity, kubernetesVersion: viewResult.version }
}

/** What was said last. What is known of an earlier cluster of the same name is nothing about this one. */
export function previousStatus(
  { management }: Dependencies,
  { metadata }: KubeObject,
): ClusterFitoutStatus | undefined {
  const object = management.clusterFitout.get(qualifiedName(metadata))
  const status = object && statusIn(object)
  return status?.cluster?.uid === metadata.uid ? status : undefined
}

// Every look begins with it, and some with two.
const statusIn = oncePerObject((object: KubeObject) => {
  const reading = readClusterFitout(object)
  return reading.kind === 'valid' ? reading.clusterFitout.status : knownStatus(object['status'])
})

interface GatheredStep {
  readonly facts: StepFacts
  readonly wrapped: WrappedHandOver | undefined
  readonly dueInMs: number | undefined
}

async function gatherStep(context: StepContext, step: FitoutStep): Promise<GatheredStep> {
  const { request } = context
  // Behind a shut gate there is nothing to prove; asking would only keep the gate waiting.
  const isStarted = !step.gate || isOpen(step, readCluster(request.cluster))
  const [delivered, handed, proven] = await Promise.all([
    gatherDeliveries(context, step, isStarted && request.fresh.has(step.name)),
    gatherHandOverOf(context, step),
    isStarted ? gatherProof(context, step) : undefined,
  ])
  const unread = handed.unread ?? delivered.unread ?? proven?.unread
  return {
    facts: {
      ...(unread === undefined ? {} : { unread, unheardMs: proven?.unheardMs ?? 0 }),
      deliveries: delivered.deliveries,
      handOver: handed.holds,
      ...refusedBy(context, step),
      unsupported: gatherCompatibility(context, step, delivered.sources),
      proof: proven?.proof,
    },
    wrapped: handed.wrapped,
    dueInMs: proven?.dueInMs,
  }
}

function refusedBy(
  { dependencies: { management }, request }: StepContext,
  step: FitoutStep,
): Pick<StepFacts, 'refusedRendering'> {
  const cluster = readCluster(request.cluster)
  const binding = management.binding.get(qualifiedName(cluster))
  const refused = refusedRendering(step, cluster, binding && readBinding(binding))
  return refused === undefined ? {} : { refusedRendering: refused }
}

async function gatherHandOverOf(
  { dependencies, request, view, version }: StepContext,
  step: FitoutStep,
): Promise<GatheredHandOver> {
  if (!needsHandOver(step)) return nothingToHandOver
  const { world, management } = dependencies
  const { cluster: object, fresh, call } = request
  try {
    const cluster = traitsOf(object, version)
    const addressees = addresseesOf(management, cluster)
    const fact = `hand-over of ${step.name}`
    const { uid, generation, labels } = object.metadata
    const of = [step, version, addressees, uid, generation, labels]
    if (view.recentChecks.spares(fact, { fresh: fresh.size > 0, of })) return nothingToHandOver
    const handOver = { step, cluster, addressees, management: world.management, view, call }
    const gathered = await gatherHandOver(handOver)
    if (gathered.holds.length === 0) view.recentChecks.note(fact, of)
    return gathered
  } catch (error) {
    const { message, reason, readError = 'Other' } = viewProblem(error)
    return {
      wrapped: undefined,
      holds: [hold(reason, message, { readError })],
      unread: { message, readError },
    }
  }
}

/** Says what a step would bring that the cluster's version does not take. An open gate is not checked again. */
function gatherCompatibility(
  { request, version }: StepContext,
  step: FitoutStep,
  sources: readonly DeliveredSource[],
): string | undefined {
  if (!step.gate || isOpen(step, readCluster(request.cluster))) return undefined
  const told = Object.entries(step.versions ?? {}).map(([component, value]) => ({
    component,
    version: value,
  }))
  const found = settleVersions(sources.flatMap(({ components }) => components)).filter(
    ({ component }) => !told.some(one => one.component === component),
  )
  const { verdicts } = judgeCompatibility({ kubernetes: version, components: [...told, ...found] })
  return verdicts.find(({ verdict }) => verdict === 'unsupported')?.sentence
}
