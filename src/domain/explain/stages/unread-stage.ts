import type { ReadError } from '../../api/schema/cluster-fitout-schema.ts'
import { type Claim, lineAbout, sentenceOf } from '../claim.ts'
import { valueOf } from '../explain-facts.ts'
import { refresh } from '../show/commands.ts'
import type { EvidenceLine } from '../why.ts'
import type { Scene, ExplainStage } from './scene.ts'
import { clusterFitoutRef } from './step-asked.ts'
import { unreadAdvice } from './unread-advice.ts'

/** The cluster answers, and not to what a proof asks for: what is known of the step is its last word. */
export const unreadStage: ExplainStage = scene => {
  const said = wordsOn(scene)
  if (!said) return undefined
  const { facts } = scene
  const [first] = unreadObjects(scene)
  const what = first && { on: first.cluster, ...first.object }
  return {
    reason: 'ProofNotRead',
    sentence: sentenceOf(said.sentence),
    evidence: linesOf(scene, lineAbout(clusterFitoutRef(facts), said.line)),
    next: [unreadAdvice(said.readError, what, facts), refresh(facts)],
  }
}

interface Words {
  readonly sentence: string
  readonly readError: ReadError | undefined
  /** What the step says of itself. */
  readonly line: string
}

function wordsOn({ facts, asked }: Scene): Words | undefined {
  if (!asked) return undefined
  const { name, status } = asked
  const { state, reason, message = '' } = status
  const readError = facts.steps.get(name)?.unread?.readError ?? status.readError
  // An object that was read may not be judged either: then the proof is wrong.
  if (reason === 'ProofNotRead' && readError !== undefined)
    return { sentence: message, readError, line: `step ${name} is ${state}: ${message}` }
  const lost = valueOf(facts.status)?.cause
  if (lost?.reason !== 'ProofNotRead' || lost.step !== name || status.unreadSince === undefined)
    return undefined
  const line = `step ${name} was ${state}, and cannot be read now: ${lost.message}`
  return { sentence: lost.message, readError: lost.readError, line }
}

type Judged = NonNullable<NonNullable<Scene['asked']>['status']['evidence']>[number]

function unreadObjects({ facts, asked }: Scene): readonly Judged[] {
  const evidence = (asked && facts.steps.get(asked.name)?.proof?.evidence) ?? asked?.status.evidence ?? []
  return evidence.filter(({ health }) => health === 'Unknown').slice(0, 3)
}

function linesOf(scene: Scene, own: EvidenceLine): Claim['evidence'] {
  const [first, ...more] = unreadObjects(scene).map(({ cluster: on, object, health, message = '' }) => {
    const { namespace, ...rest } = object
    return lineAbout({ on, ...rest, ...(namespace === undefined ? {} : { namespace }) }, message, health)
  })
  return first ? [first, ...more, own] : [own]
}
