import { needsOfStep } from '../api/needs-of-step.ts'
import { instantOf, readInstant, type StepStatus } from '../plan/step-status.ts'
import { cleanLine, quoteMessage } from '../proof/judge/quote-message.ts'
import { parseDuration } from '../quantity/parse-duration.ts'
import { causeReasons } from './cause-reason.ts'
import { checkNext } from './check-next.ts'
import { type Finding, lineAbout } from './claim.ts'
import { type ExplainFacts, valueOf } from './explain-facts.ts'
import { Inquiry } from './inquiry.ts'
import { ruledOut } from './ruled-out.ts'
import { clusterStage } from './stages/cluster-stage.ts'
import { deliveryStage, staleStage } from './stages/delivery-stage.ts'
import { planStage } from './stages/plan-stage.ts'
import { proofStage } from './stages/proof-stage.ts'
import { readingStage } from './stages/reading-stage.ts'
import { rest } from './stages/rest-stage.ts'
import type { Scene, ExplainStage } from './stages/scene.ts'
import { unreadStage } from './stages/unread-stage.ts'
import { type AskedStep, clusterFitoutRef, planOf, stepAsked } from './stages/step-asked.ts'
import type { NextAction, Why } from './why.ts'
import { rollBack } from './workload/roll-back.ts'
import { replacePod } from './workload/replace-pod.ts'

// A stage stands on the one before it: what a cluster that cannot be read is said to have proves nothing now.
const stages: readonly ExplainStage[] = [
  clusterStage,
  readingStage,
  planStage,
  deliveryStage,
  proofStage,
  unreadStage,
  staleStage,
]

const MAX_EVIDENCE = 8
const MAX_COMMAND = 1000

/** Says why a step is not ready: the deepest cause that the facts prove. Total: whatever was read, it returns an answer. */
export function explain(facts: ExplainFacts): Why {
  return explainWith(facts, new Inquiry(facts))
}

/** Explains, and leaves in `inquiry` what was not found in the facts. */
export function explainWith(facts: ExplainFacts, inquiry: Inquiry): Why {
  const asked = stepAsked(facts)
  const found = findingFor({ facts, inquiry, asked })
  const { reason, sentence, actor, evidence } = found
  const [first, ...more] = found.next
  const follows = [...replacePod(found, inquiry), ...rollBack(found, inquiry)]
  // What is shown first is what ends it for good.
  const next = first ? [first, ...follows, ...more] : follows
  return {
    sentence,
    reason,
    ...times(facts, asked, reason),
    actor: actor ?? causeReasons[reason],
    evidence: evidence.slice(0, MAX_EVIDENCE),
    ruledOut: ruledOut(facts),
    next: checkNext(next, inquiry).map(cleanAction),
    sameCause: facts.others.get(reason) ?? 0,
    readAt: instantOf(facts.now),
  }
}

// The names in it come from clusters, and a command is to be pasted.
function cleanAction({ text, command, ...more }: NextAction): NextAction {
  return {
    text: quoteMessage(text),
    ...(command === undefined ? {} : { command: cleanLine(command, MAX_COMMAND) }),
    ...more,
  }
}

function findingFor(scene: Scene): Finding {
  const front = inFrontOf(scene)
  if (!front) return findIn(scene)
  const found = findIn({ ...scene, asked: front })
  const waits = lineAbout(
    clusterFitoutRef(scene.facts),
    `step ${scene.asked?.name ?? ''} waits for ${front.name}`,
  )
  return { ...found, evidence: [waits, ...found.evidence] }
}

function findIn(scene: Scene): Finding {
  for (const stage of stages) {
    const claim = stage(scene)
    if (claim) return claim
  }
  return rest(scene)
}

/** The step that a waiting one waits for in the end; undefined if it waits for none. */
function inFrontOf({ facts, asked }: Scene): AskedStep | undefined {
  const plans = valueOf(facts.fitout)?.spec.steps ?? []
  const statuses = valueOf(facts.status)?.steps ?? []
  let at = asked
  for (let hops = 0; at?.status.state === 'Waiting' && hops < plans.length; hops++) {
    const index = plans.findIndex(({ name }) => name === at?.name)
    const needs = index < 0 ? [] : needsOfStep(plans, index)
    const status = statuses.find(({ name, state }) => needs.includes(name) && state !== 'Ready')
    if (!status) break
    at = { name: status.name, status, plan: planOf(facts, status.name) }
  }
  return at === asked ? undefined : at
}

function times(
  facts: ExplainFacts,
  asked: AskedStep | undefined,
  reason: Why['reason'],
): Pick<Why, 'state' | 'step' | 'since' | 'timeoutAt'> {
  if (!asked) {
    const since = valueOf(facts.status)?.cause?.since ?? instantOf(facts.now)
    return { state: 'Waiting', step: '', since, timeoutAt: undefined }
  }
  const { name, status, plan } = asked
  // The step is done, and the cluster is not ready all the same: since when the step is ready says nothing.
  if (status.state === 'Ready' && reason !== 'Ready') {
    const since = valueOf(facts.status)?.cause?.since ?? instantOf(facts.now)
    return { state: 'Ready', step: name, since, timeoutAt: undefined }
  }
  const start = startOf(status)
  const isTimed = start !== undefined && plan !== undefined && isRunning(status)
  const end = isTimed ? start + Number(parseDuration(plan.timeout) / 1_000_000n) : undefined
  const since = isTimed ? instantOf(start) : (status.since ?? instantOf(facts.now))
  return { state: status.state, step: name, since, timeoutAt: end === undefined ? undefined : instantOf(end) }
}

// A step that was ready once and is not any more has the same time again.
function startOf({ openedAt, readyAt, since, state }: StepStatus): number | undefined {
  if (readyAt === undefined) return readInstant(openedAt)
  return state === 'Delivering' || state === 'Proving' ? readInstant(since) : undefined
}

function isRunning({ state }: StepStatus): boolean {
  return state !== 'Ready' && state !== 'Waiting' && state !== 'Held'
}
