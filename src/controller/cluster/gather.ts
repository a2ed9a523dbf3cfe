import { readClusterFitout } from '../../domain/api/read-fitout.ts'
import type { ClusterFitoutStatus } from '../../domain/api/schema/cluster-fitout-schema.ts'
import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { oncePerObject } from '../../domain/identity/once-per-object.ts'
import { refusedRendering } from '../../domain/hand-over/wrap/refused-rendering.ts'
import type { WrappedHandOver } from '../../domain/hand-over/wrap/wrap-hand-over.ts'
import type { ClusterFacts, StepFacts } from '../../domain/plan/cluster-facts.ts'
import { stepsToAsk } from '../../domain/plan/decide.ts'
import { hold } from '../../domain/plan/holds.ts'
import { knownStatus } from '../../domain/plan/known-status.ts'
import { isOpen } from '../../domain/plan/judge-step.ts'
import { readBinding } from '../../domain/resource-set/binding.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { addresseesOf } from '../management/management.ts'
import type { Sight } from '../views/view-pool.ts'
import { viewProblem } from '../views/view-problem.ts'
import type { WorkloadView } from '../views/workload-view.ts'
import { askCompatibility } from './ask-compatibility.ts'
import { askDeliveries } from './ask-deliveries.ts'
import { askProof } from './ask-proof.ts'
import type { Asking, Gathering, Question } from './asking.ts'
import { type GatheredHandOver, gatherHandOver, nothingToHandOver } from './gather-hand-over.ts'
import { readCluster, traitsOf } from './read-cluster.ts'

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
export async function gather(gathering: Gathering, question: Question): Promise<Gathered> {
  const { world, views } = gathering
  const { cluster: object, fitout, fresh, call, steps: expected } = question
  const cluster = readCluster(object)
  const previous = previousStatus(gathering, object)
  // What is seen first is remembered for good: then no kubeconfig is good enough that was read before.
  const isFirst = previous?.cluster?.identity === undefined
  const sight = await views.look(cluster, { ...call, fresh: isFirst || fresh.size > 0 })
  const handOvers = new Map<string, WrappedHandOver>()
  const dues: number[] = []
  const steps = new Map<string, StepFacts>()
  const facts: ClusterFacts = {
    now: world.clock.now(),
    cluster,
    fitout,
    view: viewFact(sight),
    previous,
    steps,
    ...(question.refresh === undefined ? {} : { refresh: question.refresh }),
  }
  if (sight.kind === 'unread') return { facts, handOvers, dueInMs: undefined, view: undefined }

  const asking = { gathering, question, view: sight.view, version: sight.version }
  for (;;) {
    const sure =
      expected && steps.size === 0 ? fitout.spec.steps.filter(({ name }) => expected.has(name)) : []
    const open = sure.length > 0 ? sure : stepsToAsk(facts).filter(({ name }) => !steps.has(name))
    if (open.length === 0) break
    const found = await Promise.all(open.map(async step => [step.name, await askStep(asking, step)] as const))
    for (const [name, asked] of found) {
      steps.set(name, asked.facts)
      if (asked.wrapped) handOvers.set(name, asked.wrapped)
      if (asked.dueInMs !== undefined) dues.push(asked.dueInMs)
    }
  }
  // What no proof asks for any more need not be followed.
  if (fresh.size === 0) sight.view.sweep()
  return {
    facts,
    handOvers,
    dueInMs: dues.length === 0 ? undefined : Math.min(...dues),
    view: sight.view,
  }
}

function viewFact(sight: Sight): ClusterFacts['view'] {
  if (sight.kind === 'unread')
    return { kind: 'unread', ...sight.problem, since: sight.since, retryInMs: sight.retryInMs }
  return { kind: 'read', identity: sight.identity, kubernetesVersion: sight.version }
}

/** What was said last. What is known of an earlier cluster of the same name is nothing about this one. */
export function previousStatus(
  { management }: Gathering,
  { metadata }: KubeObject,
): ClusterFitoutStatus | undefined {
  const object = management.clusterFitout.get(`${metadata.namespace}/${metadata.name}`)
  const status = object && statusIn(object)
  return status?.cluster?.uid === metadata.uid ? status : undefined
}

// Every look begins with it, and some with two.
const statusIn = oncePerObject((object: KubeObject) => {
  const reading = readClusterFitout(object)
  return reading.kind === 'valid' ? reading.clusterFitout.status : knownStatus(object['status'])
})

interface AskedStep {
  readonly facts: StepFacts
  readonly wrapped: WrappedHandOver | undefined
  readonly dueInMs: number | undefined
}

async function askStep(asking: Asking, step: FitoutStep): Promise<AskedStep> {
  const { question } = asking
  // Behind a shut gate there is nothing to prove; asking would only keep the gate waiting.
  const isStarted = !step.gate || isOpen(step, readCluster(question.cluster))
  const [delivered, handed, proven] = await Promise.all([
    askDeliveries(asking, step, isStarted && question.fresh.has(step.name)),
    askHandOver(asking, step),
    isStarted ? askProof(asking, step) : undefined,
  ])
  const unread = handed.unread ?? delivered.unread ?? proven?.unread
  return {
    facts: {
      ...(unread === undefined ? {} : { unread, unheardMs: proven?.unheardMs ?? 0 }),
      deliveries: delivered.deliveries,
      handOver: handed.holds,
      ...refusedBy(asking, step),
      unsupported: askCompatibility(asking, step, delivered.sources),
      proof: proven?.proof,
    },
    wrapped: handed.wrapped,
    dueInMs: proven?.dueInMs,
  }
}

function refusedBy(
  { gathering: { management }, question }: Asking,
  step: FitoutStep,
): Pick<StepFacts, 'refusedRendering'> {
  const cluster = readCluster(question.cluster)
  const binding = management.binding.get(`${cluster.namespace}/${cluster.name}`)
  const refused = refusedRendering(step, cluster, binding && readBinding(binding))
  return refused === undefined ? {} : { refusedRendering: refused }
}

async function askHandOver(
  { gathering, question, view, version }: Asking,
  step: FitoutStep,
): Promise<GatheredHandOver> {
  const { world, management } = gathering
  const { cluster: object, fresh, call } = question
  try {
    const cluster = traitsOf(object, version)
    const addressees = addresseesOf(management, cluster)
    const fact = `hand-over of ${step.name}`
    const { uid, generation, labels } = object.metadata
    const of = [step, version, addressees, uid, generation, labels]
    if (view.beliefs.spares(fact, { fresh: fresh.size > 0, of })) return nothingToHandOver
    const handOver = { step, cluster, addressees, management: world.management, view, call }
    const gathered = await gatherHandOver(handOver)
    if (gathered.holds.length === 0) view.beliefs.note(fact, of)
    return gathered
  } catch (error) {
    const { message, reason } = viewProblem(error)
    return { wrapped: undefined, holds: [hold(reason, message)], unread: message }
  }
}
