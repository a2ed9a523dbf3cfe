import { nameVariables } from '../../hand-over/cluster-identity.ts'
import type { Health } from '../../health/health.ts'
import { reasons } from '../../plan/reason.ts'
import { resolveProof } from '../../proof/resolve/resolve-proof.ts'
import { type Finding, lineAbout, nameOf, sentenceOf } from '../claim.ts'
import { type Chain, chainFrom, type FollowedChain } from '../chain/chain.ts'
import { type CauseReason, isCauseReason } from '../cause-reason.ts'
import { unread, valueOf } from '../explain-facts.ts'
import type { SeenRef } from '../seen-object.ts'
import { commit, kubectlDescribe, refresh } from '../show/commands.ts'
import type { EvidenceLine } from '../why.ts'
import { bringBack } from '../workload/object-missing.ts'
import { objectsOf } from './proof-stage.ts'
import type { Scene } from './scene.ts'
import { clusterFitoutRef } from './step-asked.ts'

/** What is left to say when no stage has a cause: what the step says of itself, or that nothing explains it. */
export function rest(scene: Scene): Finding {
  const { facts, asked } = scene
  if (!asked) return unknown(scene)
  const { state, reason = '', message = `Step ${asked.name} is ${state}` } = asked.status
  const evidence = [
    ...shown(scene),
    lineAbout(clusterFitoutRef(facts), `step ${asked.name} is ${state}: ${message}`),
  ]
  const followed = followedIn(scene)
  const isLate = state === 'Stuck'
  const chains = followed.flatMap(({ chain }) => chain ?? [])
  // An event that tells little is still more than none.
  const spoken = chains.find(({ isTelling }) => isTelling) ?? chains.find(({ isEvent }) => isEvent)
  if (spoken && (isLate || !isHeard(spoken, message))) return quoted(spoken, evidence, scene)
  if (isCauseReason(reason) && reason in reasons && !isLate) {
    return { reason, sentence: sentenceOf(message), evidence, next: nextOf(scene, reason) }
  }
  return {
    reason: 'NotExplained',
    sentence: sentenceOf(lastFact(scene, followed, message)),
    evidence: [...(followed[0]?.chain?.evidence ?? evidence.slice(0, -1)), ...evidence.slice(-1)],
    next: nextOf(scene, 'NotExplained'),
  }
}

const HEARD = 60

// The step may have quoted the same words already, cut.
function isHeard({ message }: Chain, own: string): boolean {
  return message !== '' && own.includes(message.slice(0, HEARD))
}

const MAX_FOLLOWED = 3

// What waits or is held is told by the plan; what is ready needs no words.
function followedIn(scene: Scene): readonly FollowedChain[] {
  if (!scene.asked || ['Waiting', 'Held', 'Ready'].includes(scene.asked.status.state)) return []
  return objectsOf(scene)
    .slice(0, MAX_FOLLOWED)
    .map(ref => chainFrom(ref, scene.inquiry))
}

// No rule knows the words, so they stand as they are, with who said them.
function quoted(
  { speaker, sentence, evidence, absent }: Chain,
  own: readonly EvidenceLine[],
  { facts, inquiry }: Scene,
): Finding {
  return {
    reason: 'NotExplained',
    sentence: sentenceOf(sentence),
    evidence: [...evidence, ...own.slice(-1)],
    next: [...(absent ? bringBack(absent, inquiry) : []), kubectlDescribe(speaker, facts), refresh(facts)],
  }
}

function unknown({ facts }: Scene): Finding {
  const cause = valueOf(facts.status)?.cause
  if (cause && isCauseReason(cause.reason)) {
    const evidence = [lineAbout(clusterFitoutRef(facts), cause.message)]
    return { reason: cause.reason, sentence: sentenceOf(cause.message), evidence, next: [refresh(facts)] }
  }
  const { status, name } = facts
  const what = status.kind === 'read' ? 'No step has started on' : 'Nothing could be read about'
  // Who waits for an answer needs to know what kept it away.
  const why = status.kind === 'unread' && status !== unread ? `: ${status.reason}` : ''
  return {
    reason: 'NotExplained',
    sentence: sentenceOf(`${what} Cluster "${name}"${why}`),
    evidence: [],
    next: [refresh(facts)],
  }
}

function nextOf(scene: Scene, reason: CauseReason): Finding['next'] {
  const { facts } = scene
  const [worst] = objectsOf(scene)
  if (reason === 'Ready') return []
  // What could not be read was reported before: here something was read, and cannot be judged.
  return [
    ...(reason === 'ProofNotRead' ? [commit('Correct the expression of the proof')] : []),
    ...(worst ? [kubectlDescribe(worst, facts)] : []),
    refresh(facts),
  ]
}

// The last proven fact, and whether the events that could explain it were read at all.
function lastFact(scene: Scene, followed: readonly FollowedChain[], message: string): string {
  const [worst] = objectsOf(scene)
  if (!worst) return message
  const areRead = followed.every(({ areEventsRead }) => areEventsRead)
  const told = areRead ? 'no event explains it' : 'its events could not be read'
  const [line] = shown(scene)
  // An expression of the plan is about fields: no event would say more.
  if (line && isExpressed(worst, line.health, scene)) return `${nameOf(worst)}: ${line.line}`
  const fact = line?.health === 'NotFound' ? 'does not exist' : counted(line?.line ?? message)
  return `${nameOf(worst)} ${fact}, and ${told}`
}

// Whether an expression of the plan is what says that an object is not as it should be.
function isExpressed(ref: SeenRef, health: Health | undefined, { facts, asked }: Scene): boolean {
  if (!asked?.plan || health === 'NotFound' || health === 'Terminating') return false
  const { namespace, name } = facts
  const variables = nameVariables({ namespace, name, uid: '' })
  const resolution = resolveProof(asked.plan.proof, { variables, path: [] })
  return (
    resolution.ok &&
    resolution.proof.objects.some(
      ({ on, apiVersion, kind, target, current, failed }) =>
        [on, apiVersion, kind].join(' ') === [ref.on, ref.apiVersion, ref.kind].join(' ') &&
        (target.by === 'labels' || target.name === ref.name) &&
        (current ?? (health === 'Failed' ? failed : undefined)) !== undefined,
    )
  )
}

// kstatus counts in one word.
function counted(line: string): string {
  const [, word, some, all] = /^(\w+): (\d+)\/(\d+)$/.exec(line) ?? []
  return word === undefined ? `reports "${line}"` : `has ${some} of ${all} pods ${word}`
}

function shown({ facts, asked }: Scene): readonly EvidenceLine[] {
  const evidence = (asked && facts.steps.get(asked.name)?.proof?.evidence) ?? asked?.status.evidence ?? []
  return evidence
    .filter(({ health }) => health !== 'Current')
    .slice(0, 3)
    .map(({ cluster: on, object, health, message = '' }) => {
      const { apiVersion, kind, namespace, name } = object
      return lineAbout(
        { on, apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name },
        message,
        health,
      )
    })
}
