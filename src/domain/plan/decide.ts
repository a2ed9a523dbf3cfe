import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'
import type { FitoutStep } from '../api/schema/fitout-schema.ts'
import { needsOfStep } from '../api/needs-of-step.ts'
import { oncePerObject } from '../object/once-per-object.ts'
import { orderSteps } from '../api/order-steps.ts'
import type { ClusterFacts, StepFacts } from './cluster-facts.ts'
import { labelsOf } from './gate-labels.ts'
import { judgeStep } from './judge-step.ts'
import { handOverName } from '../hand-over/wrap/hand-over-name.ts'
import { withPastTimes } from './past-times.ts'
import { instantOf, type JudgedStep, readInstant } from './step-status.ts'
import { decideHandOvers, type HandOverDecision } from './withdrawal.ts'
import { isLeftAlone } from './cluster-facts.ts'
import { causeOf, clusterState, statusConditions, deepest, readyOnCluster, stepInFront } from './sum-up.ts'

/** What to do about one cluster. */
export interface Decision {
  /** Steps whose gate opens now. Only a decision on facts that were just read may be carried out with these. */
  readonly opening: readonly FitoutStep[]
  /** The labels of the Cluster that are Fitout's; undefined when they are to stay as they are. */
  readonly labels: Readonly<Record<string, string>> | undefined
  /** What becomes of the hand-overs; undefined when all are to stay as they are. */
  readonly handOvers: HandOverDecision | undefined
  readonly status: ClusterFitoutStatus
  /** The condition FitoutReady of the Cluster; undefined when it is to stay as it is. */
  readonly ready: ReturnType<typeof readyOnCluster> | undefined
}

const nothingFound: StepFacts = { deliveries: [], handOver: [], unsupported: undefined, proof: undefined }

/** Decides from what was read, and from nothing else. `generation` is that of the ClusterFitout. */
export function decide(given: ClusterFacts, generation: number): Decision {
  const facts = withKnownLoss(withPinnedIdentity(withPastTimes(given)))
  const steps = judgeSteps(facts)
  const { fitout, cluster } = facts
  const opening = fitout.spec.steps.filter(({ name }) => steps.get(name)?.opens === true)
  const begun = fitout.spec.steps.filter(({ name }) => steps.get(name)?.status.state !== 'Waiting')
  const isSilent = isLeftAlone(cluster)
  const writesNothing = isSilent || fitout.spec.suspend
  const judged = fitout.spec.steps.flatMap(({ name }) => steps.get(name) ?? [])
  const state = clusterState(facts, judged)
  const cause = state === 'Ready' ? undefined : deepest(causeOf(facts, judged), facts)
  const summary = { facts, state, cause, generation }
  return {
    opening,
    labels: writesNothing ? undefined : labelsOf(fitout, cluster, { opening, begun }),
    handOvers: writesNothing ? undefined : decideHandOvers(facts.handOvers, namesOfHandOvers(facts)),
    status: {
      ...identified(facts),
      observedGeneration: generation,
      state,
      ...(state === 'Ready' ? {} : frontOf(judged)),
      steps: judged.map(({ status }) => status),
      ...(cause === undefined ? {} : { cause }),
      conditions: statusConditions(summary),
    },
    ready: isSilent ? undefined : readyOnCluster(summary),
  }
}

function namesOfHandOvers({ cluster, fitout }: ClusterFacts): readonly string[] {
  return fitout.spec.steps.map(({ name }) => handOverName(cluster, name))
}

/** The steps about which something must be found out: their gate is open, or all that they need is ready. */
export function stepsToAsk(given: ClusterFacts): readonly FitoutStep[] {
  const steps = judgeSteps(withPinnedIdentity(given))
  return given.fitout.spec.steps.filter(({ name }) => steps.get(name)?.isAsked === true)
}

/**
 * What leads to another cluster than the one that was proven is not read at all: no proof of it counts.
 *
 * Whoever wants the other cluster under this name deletes the ClusterFitout, and with it the pin.
 */
function withPinnedIdentity(facts: ClusterFacts): ClusterFacts {
  const { view, previous, now } = facts
  const pinned = previous?.cluster?.identity
  if (view.kind === 'unread' || pinned === undefined || pinned === view.identity) return facts
  const reason = 'WorkloadIdentityChanged'
  const since = previous?.cause?.reason === reason ? readInstant(previous.cause.since) : now
  const message = 'The kubeconfig points to another cluster than the one that was proven'
  return { ...facts, view: { kind: 'unread', reason, message, since: since ?? now } }
}

// A process that has just been started knows of no earlier failure; the status does.
function withKnownLoss(facts: ClusterFacts): ClusterFacts {
  const { view, previous } = facts
  if (view.kind === 'read') return facts
  const times = previous?.steps?.map(({ unreadSince }) => readInstant(unreadSince) ?? view.since) ?? []
  return { ...facts, view: { ...view, since: Math.min(view.since, ...times) } }
}

function judgeSteps(facts: ClusterFacts): ReadonlyMap<string, JudgedStep> {
  const judged = new Map<string, JudgedStep>()
  for (const { step, needs } of inOrder(facts.fitout.spec.steps)) {
    const open = needs.filter(name => judged.get(name)?.isProven !== true)
    const unproven = open.filter(name => judged.get(name)?.status.state === 'Ready')
    const unready = open.filter(name => !unproven.includes(name))
    const found = facts.steps.get(step.name) ?? nothingFound
    const one = judgeStep({ step, facts, found }, { unready, unproven })
    judged.set(step.name, one)
    if (one.status.state !== 'Waiting' || unready.length > 0) continue
    for (const name of unproven) doubt(judged, name, facts)
  }
  return judged
}

// A step that another one waits for says so too, however short it is: two steps of one status must not contradict.
function doubt(judged: Map<string, JudgedStep>, name: string, { steps, now }: ClusterFacts): void {
  const one = judged.get(name)
  if (!one || one.status.unprovenSince !== undefined || one.status.unreadSince !== undefined) return
  const unprovenSince = instantOf(now - (steps.get(name)?.proof?.brokenForMs ?? 0))
  judged.set(name, { ...one, status: { ...one.status, unprovenSince } })
}

// Every look at every cluster of a fleet goes through the same plan, more than once.
const inOrder = oncePerObject((steps: readonly FitoutStep[]) => {
  const order = orderSteps(steps)
  // A Fitout with a cycle is not valid and does not come this far.
  return (order.ok ? order.steps : []).map(step => ({ step, needs: needsOfStep(steps, steps.indexOf(step)) }))
})

function frontOf(steps: readonly JudgedStep[]): { readonly step?: string } {
  const front = stepInFront(steps)
  return front ? { step: front.status.name } : {}
}

function identified({ fitout, cluster, view, previous, refresh }: ClusterFacts): ClusterFitoutStatus {
  const { name, uid = '', generation = 0 } = fitout.metadata
  // Pinned when the cluster was read first. What is behind the kubeconfig later must be the same.
  const identity = previous?.cluster?.identity ?? (view.kind === 'read' ? view.identity : undefined)
  const version = view.kind === 'read' ? view.kubernetesVersion : previous?.cluster?.kubernetesVersion
  return {
    fitout: { name, uid, generation },
    cluster: {
      name: cluster.name,
      uid: cluster.uid,
      ...(version === undefined ? {} : { kubernetesVersion: version }),
      ...(identity === undefined ? {} : { identity }),
    },
    ...(refresh === undefined ? {} : { refreshed: refresh }),
  }
}
