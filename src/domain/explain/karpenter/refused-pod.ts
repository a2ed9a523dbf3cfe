import { type Fields, partOf, textIn } from '../../object/fields.ts'
import { type Claim, lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { CauseRule, CauseSubject } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import type { SeenRef, SeenObject } from '../seen-object.ts'
import { changing, commit, kubectlDescribe, refresh } from '../show/commands.ts'
import { cloudWords } from '../workload/cloud-words.ts'
import { ownerOf } from '../workload/container.ts'
import { beyondNodes, labelsLacking } from '../workload/node-demands.ts'
import { lackingResources, type Scheduling, schedulingOf } from '../workload/scheduling.ts'
import { type Taint, tolerationPatch } from '../workload/taints.ts'
import { unschedulable } from '../workload/unschedulable.ts'
import { listPools, canHaveLabel, poolsFor, taintsOfPool } from './pools-for.ts'
import { isVolumeElsewhere } from '../workload/volume-elsewhere.ts'
import { eventsNear, warningsAbout } from '../workload/warnings-about.ts'

const beginning = 'Failed to schedule pod, '

/**
 * A pod that Karpenter creates no node for, in its own words.
 *
 * The scheduler only says that the nodes which are there do not do; where Karpenter makes nodes, what counts is why it
 * makes none.
 */
export const refusedByKarpenter: CauseRule = (subject, inquiry) => {
  const { object } = subject
  const scheduling = object && schedulingOf(object)
  if (!object || !scheduling) return undefined
  const told = warningsAbout(object.ref, inquiry, ['FailedScheduling']).find(({ message }) =>
    message.startsWith(beginning),
  )
  if (!told) return undefined
  const parts = partsFor(object, told.message.slice(beginning.length).split('; '), inquiry)
  // Every NodePool that it speaks of is for others: what keeps the pod waiting, another client says.
  if (parts.length === 0) return undefined
  const words = ownWords(parts)
  if (isAllTaints(words) && isElse(subject, scheduling, inquiry)) {
    const claim = unschedulable(subject, inquiry)
    return claim && { ...claim, evidence: [...claim.evidence, lineOf(object, words)] }
  }
  return claimOf({ subject, object, words, pool: poolIn(words, object.ref.on), inquiry })
}

const tainted = /did not tolerate taint/

// It lists every NodePool, and names it only where its limits are in the way; a taint names it as well.
function partsFor(pod: SeenObject, parts: readonly string[], inquiry: Inquiry): readonly string[] {
  const pools = listPools(pod, inquiry) ?? []
  const meant = poolsFor(pod, pools)
  return parts.filter(part => {
    const about = pools.filter(pool => isAbout(part, pool))
    return about.length === 0 || about.some(pool => meant.includes(pool))
  })
}

function isAbout(part: string, pool: SeenObject): boolean {
  const said = new Set(taintsIn(part).map(textOf))
  return (
    poolIn(part, pool.ref.on)?.name === pool.ref.name ||
    taintsOfPool(pool)
      .map(textOf)
      .some(one => said.has(one))
  )
}

// One for others says nothing of the pod, if another would take it but for something else.
function ownWords(parts: readonly string[]): string {
  const own = parts.filter(part => !tainted.test(part) && !/incompatible requirements/.test(part))
  return (own.length > 0 ? own : parts).join('; ')
}

function isAllTaints(words: string): boolean {
  return words.split('; ').every(part => tainted.test(part))
}

// What keeps a pod from nodes that it tolerates, and would from new ones: the place of its volume, a label, or its own size.
function isElse(subject: CauseSubject, scheduling: Scheduling, inquiry: Inquiry): boolean {
  if (isVolumeElsewhere(scheduling)) return true
  const nodes = inquiry.list({ on: subject.ref.on, apiVersion: 'v1', kind: 'Node' })
  const maker = inquiry.find(ownerOf(subject))
  if (nodes.kind !== 'listed' || typeof maker === 'string') return false
  if (subject.object && asksForUnknown(subject.object, nodes.objects, inquiry)) return true
  return lackingResources(scheduling).some(one => beyondNodes(maker, one, nodes.objects) !== undefined)
}

// A label that neither a node has nor a NodePool gives: no toleration would help.
function asksForUnknown(pod: SeenObject, nodes: readonly SeenObject[], inquiry: Inquiry): boolean {
  const pools = listPools(pod, inquiry)
  if (!pools) return false
  const lacking = labelsLacking(partOf(pod.fields, 'spec'), nodes)
  return lacking.some(label => {
    const [key = '', value = ''] = label.split('=', 2)
    return !pools.some(pool => canHaveLabel(pool, { key, values: [value] }))
  })
}

interface Case {
  readonly subject: CauseSubject
  readonly object: SeenObject
  readonly words: string
  /** The only NodePool that the words name, or that there is. */
  readonly pool: SeenRef | undefined
  readonly inquiry: Inquiry
}

// Karpenter: … (NodePool=default), or /default, for an object without a namespace.
function poolIn(words: string, on: SeenRef['on']): SeenRef | undefined {
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
  { words: tainted, claim: taint },
  { words: /limits have been exhausted for nodepool|exceed limits for nodepool/, claim: limit },
  { words: /no instance type has enough resources|had the required resources/, claim: tooLarge },
]

function taint({ subject, object, words, inquiry }: Case): Claim {
  const { facts } = inquiry
  const named = taintMeant(taintsIn(words), object, inquiry)
  const owner = ownerOf(subject)
  const which = named ? `does not tolerate taint "${textOf(named)}"` : 'tolerates the taints of no NodePool'
  return {
    reason: 'TaintsNotTolerated',
    sentence: sentenceOf(`Karpenter creates no node for ${nameOf(owner)}, which ${which}`),
    evidence: [lineOf(object, words)],
    next: [
      changing(
        owner,
        commit(
          `Give the pods of ${nameOf(owner)} a toleration, or remove the taint from the NodePool`,
          named && subject.via ? tolerationPatch(named, object) : undefined,
        ),
      ),
      kubectlDescribe(object.ref, facts),
      refresh(facts),
    ],
  }
}

function taintsIn(words: string): readonly Taint[] {
  const found = words.matchAll(/taint=([^\s=:,)]{1,317})(?:=([^\s:,)]{0,63}))?:(\w{1,32})/g)
  return [...found].map(([, key = '', value = '', effect = '']) => ({ key, value, effect }))
}

function textOf({ key, value, effect }: Taint): string {
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`
}

// Of several NodePools, the one that the pod asks for by its labels is meant; else nobody knows which.
function taintMeant(taints: readonly Taint[], pod: SeenObject, inquiry: Inquiry): Taint | undefined {
  if (taints.length <= 1) return taints[0]
  if (Object.keys(partOf(partOf(pod.fields, 'spec'), 'nodeSelector')).length === 0) return undefined
  const pools = poolsFor(pod, listPools(pod, inquiry) ?? [])
  const meant = new Set(pools.flatMap(taintsOfPool).map(textOf))
  return taints.find(taint => meant.has(textOf(taint)))
}

function limit({ subject, object, words, pool, inquiry: { facts } }: Case): Claim {
  return {
    reason: 'NodePoolLimitReached',
    sentence: sentenceOf(
      `${pool ? nameOf(pool) : 'A NodePool'} has too little left within its limits for ${nameOf(ownerOf(subject))}`,
    ),
    evidence: [lineOf(object, words)],
    next: [
      commit(`Raise spec.limits of ${pool ? nameOf(pool) : 'the NodePool'}`),
      kubectlDescribe(pool ?? object.ref, facts),
      refresh(facts),
    ],
  }
}

function tooLarge({ subject, object, words, inquiry: { facts } }: Case): Claim {
  const owner = nameOf(ownerOf(subject))
  return {
    reason: 'ResourcesInsufficient',
    sentence: sentenceOf(
      `No instance type that the NodePools allow is large enough for ${owner}: ${asked(words)}`,
    ),
    evidence: [lineOf(object, words)],
    next: [
      commit(`Lower the resource requests of ${owner}, or allow larger instance types in the NodePool`),
      kubectlDescribe(object.ref, facts),
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
    sentence: sentenceOf(`Karpenter creates no node for ${owner}: ${bare(words)}`),
    evidence: [lineOf(object, words)],
    next: [
      commit(`Change the scheduling constraints of ${owner}, or the requirements of the NodePool`),
      kubectlDescribe(object.ref, facts),
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
export const givenUpByKarpenter: CauseRule = (subject, inquiry) => {
  const { object } = subject
  if (!object || !schedulingOf(object)) return undefined
  const { on } = object.ref
  const pools = poolsFor(object, listPools(object, inquiry) ?? [])
  if (pools.length === 0) return undefined
  const events = eventsNear({ on, apiVersion: 'v1', kind: 'Node', name: '' }, inquiry) ?? []
  const [told] = events
    .filter(event => textIn(event, 'type') === 'Warning' && lost.has(textIn(event, 'reason')))
    .filter(event => isOfSome(pools, partOf(event, 'involvedObject')))
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
      `Karpenter cannot get a node for ${nameOf(ownerOf(subject))}: ${textIn(told, 'message')}`,
    ),
    evidence: [line],
    next: [
      commit('Allow more instance types or zones in the NodePool, or correct its node class'),
      kubectlDescribe(object.ref, inquiry.facts),
      refresh(inquiry.facts),
    ],
  }
}

// A NodeClaim has the name of its NodePool and more; of a class that several NodePools share, nobody knows.
function isOfSome(pools: readonly SeenObject[], about: Fields): boolean {
  const [kind, name] = [textIn(about, 'kind'), textIn(about, 'name')]
  if (kind !== 'NodePool' && kind !== 'NodeClaim') return true
  return pools.some(({ ref }) => (kind === 'NodePool' ? name === ref.name : name.startsWith(`${ref.name}-`)))
}
