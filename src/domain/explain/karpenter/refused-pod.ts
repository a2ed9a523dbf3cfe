import { partOf, textIn } from '../../health/read-field.ts'
import { type Claim, lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { Rule, Subject } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import type { ObjectRef, SeenObject } from '../object/seen-object.ts'
import { changing, commit, describe, refresh } from '../show/commands.ts'
import { cloudWords } from '../workload/cloud-words.ts'
import { ownerOf } from '../workload/container.ts'
import { schedulingOf } from '../workload/scheduling.ts'
import { tolerationPatch } from '../workload/taints.ts'
import { eventsNear, warningsAbout } from '../workload/warnings-about.ts'

const beginning = 'Failed to schedule pod, '

/**
 * A pod that Karpenter makes no node for, in its own words.
 *
 * The scheduler only says that the nodes which are there do not do; where Karpenter makes nodes, what counts is why it
 * makes none.
 */
export const refusedByKarpenter: Rule = (subject, inquiry) => {
  const { object } = subject
  if (!object || !schedulingOf(object)) return undefined
  const told = warningsAbout(object.ref, inquiry, ['FailedScheduling']).find(({ message }) =>
    message.startsWith(beginning),
  )
  if (!told) return undefined
  const words = told.message.slice(beginning.length)
  return claimOf({ subject, object, words, pool: poolIn(words, object.ref.on), inquiry })
}

interface Case {
  readonly subject: Subject
  readonly object: SeenObject
  readonly words: string
  /** The only NodePool that the words name, or that there is. */
  readonly pool: ObjectRef | undefined
  readonly inquiry: Inquiry
}

// Karpenter: … (NodePool=default), or /default, for an object without a namespace.
function poolIn(words: string, on: ObjectRef['on']): ObjectRef | undefined {
  const [, name] = /NodePool=\/?([a-z0-9.-]{1,253})/.exec(words) ?? []
  return name === undefined ? undefined : { on, apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name }
}

// Each NodePool has its own reason, and only what all of them say is the reason of the pod.
function claimOf(given: Case): Claim {
  const parts = given.words.split('; ')
  const rule = rules.find(({ words }) => parts.every(part => words.test(part)))
  return (rule?.claim ?? unfit)(given)
}

const rules: readonly { readonly words: RegExp; readonly claim: (given: Case) => Claim }[] = [
  { words: /did not tolerate taint/, claim: taint },
  { words: /limits have been exhausted for nodepool|exceed limits for nodepool/, claim: limit },
  { words: /no instance type has enough resources|had the required resources/, claim: tooLarge },
]

function taint({ subject, object, words, inquiry: { facts } }: Case): Claim {
  const [, key = '', value = '', effect = ''] =
    /taint=([^\s=:,)]{1,317})(?:=([^\s:,)]{0,63}))?:(\w{1,32})/.exec(words) ?? []
  const named = { key, value, effect }
  const owner = ownerOf(subject)
  return {
    reason: 'TaintsNotTolerated',
    sentence: sentenceOf(
      `Karpenter makes no node for ${nameOf(owner)}, which does not tolerate taint "${key}${value === '' ? '' : `=${value}`}:${effect}"`,
    ),
    evidence: [lineOf(object, words)],
    next: [
      changing(
        owner,
        commit(
          `Give the pods of ${nameOf(owner)} a toleration, or take the taint from the NodePool`,
          key === '' || !subject.via ? undefined : tolerationPatch(named, object),
        ),
      ),
      describe(object.ref, facts),
      refresh(facts),
    ],
  }
}

function limit({ subject, object, words, pool, inquiry: { facts } }: Case): Claim {
  return {
    reason: 'NodePoolLimitReached',
    sentence: sentenceOf(
      `${pool ? nameOf(pool) : 'A NodePool'} has no room left in its limits for ${nameOf(ownerOf(subject))}`,
    ),
    evidence: [lineOf(object, words)],
    next: [
      commit(`Raise spec.limits of ${pool ? nameOf(pool) : 'the NodePool'}`),
      describe(pool ?? object.ref, facts),
      refresh(facts),
    ],
  }
}

function tooLarge({ subject, object, words, inquiry: { facts } }: Case): Claim {
  const owner = nameOf(ownerOf(subject))
  return {
    reason: 'ResourcesInsufficient',
    sentence: sentenceOf(`No instance type that Karpenter may use has enough for ${owner}: ${asked(words)}`),
    evidence: [lineOf(object, words)],
    next: [
      commit(`Ask for less in ${owner}, or allow larger instance types in the NodePool`),
      describe(object.ref, facts),
      refresh(facts),
    ],
  }
}

function asked(words: string): string {
  return /resources=(\{[^}]{1,200}\})/.exec(words)?.[1] ?? words
}

function unfit({ subject, object, words, inquiry: { facts } }: Case): Claim {
  const owner = nameOf(ownerOf(subject))
  return {
    reason: 'Unschedulable',
    sentence: sentenceOf(`Karpenter makes no node for ${owner}: ${bare(words)}`),
    evidence: [lineOf(object, words)],
    next: [
      commit(`Change what ${owner} asks of its nodes, or what the NodePool allows`),
      describe(object.ref, facts),
      refresh(facts),
    ],
  }
}

// The names in front are in the evidence.
function bare(words: string): string {
  return words.replace(/^incompatible with nodepool[^,]{0,300}, (?:daemonset overhead=\{[^}]*\}, )?/, '')
}

const lost = new Set(['InsufficientCapacityError', 'NodeClassNotReady', 'NoCompatibleInstanceTypes'])

/** A pod whose node Karpenter asked for and gave up: what it asked with is gone, and its events are not. */
export const givenUpByKarpenter: Rule = (subject, inquiry) => {
  const { object } = subject
  if (!object || !schedulingOf(object)) return undefined
  const { on } = object.ref
  const pools = inquiry.list({ on, apiVersion: 'karpenter.sh/v1', kind: 'NodePool' })
  if (pools.kind !== 'listed' || pools.objects.length === 0) return undefined
  const events = eventsNear({ on, apiVersion: 'v1', kind: 'Node', name: '' }, inquiry) ?? []
  const [told] = events
    .filter(event => textIn(event, 'type') === 'Warning' && lost.has(textIn(event, 'reason')))
    .toSorted((a, b) => (textIn(a, 'lastTimestamp') < textIn(b, 'lastTimestamp') ? 1 : -1))
  if (!told) return undefined
  const about = partOf(told, 'involvedObject')
  const words = `${textIn(told, 'reason')}: ${textIn(told, 'message')}`
  const line = lineOf(object, `${textIn(about, 'kind')} ${textIn(about, 'name')}: ${words}`)
  const known = cloudWords({ words, who: 'Karpenter', line }, inquiry.facts)
  if (known) return known
  return {
    reason: 'NodeLaunchFailed',
    sentence: sentenceOf(
      `Karpenter gets no node for ${nameOf(ownerOf(subject))}: ${textIn(told, 'message')}`,
    ),
    evidence: [line],
    next: [
      commit('Allow more instance types or zones in the NodePool, or correct its class'),
      describe(object.ref, inquiry.facts),
      refresh(inquiry.facts),
    ],
  }
}
