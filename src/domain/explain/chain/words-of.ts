import { type Fields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionsOf, type SeenCondition, type SeenObject } from '../seen-object.ts'
import { eventsAbout, type TimedWarning } from '../workload/warnings-about.ts'

/** What is said of an object that is not well, as it stands. */
export interface Words {
  /** What comes between the name of the object and the words in a sentence. */
  readonly verb: string
  readonly words: string
  /** The words without their reason. */
  readonly message: string
  /** Whether an event has them, not the object itself. */
  readonly isEvent: boolean
  /** Whether they tell more than that it is not well, which one sees. */
  readonly isTelling: boolean
}

/** The words that tell most about why an object is not well: its own, or those of an event; undefined if there are none. */
export function wordsOf(object: SeenObject, inquiry: Inquiry): Words | undefined {
  const all = [...containerWords(object), ...conditionWords(object), ...statusWords(object)]
  return all.find(({ isTelling }) => isTelling) ?? eventWords(object, inquiry) ?? all[0]
}

// Reasons with which something only repeats that its parts are not ready, or that it waits.
const repeating = new Set([
  'MinimumReplicasUnavailable',
  'ProgressDeadlineExceeded',
  'ReplicaSetUpdated',
  'ContainersNotReady',
  'ContainersNotInitialized',
  'InsufficientPods',
  'Progressing',
  'DependencyNotReady',
  'UnhealthyDependents',
  'BackOff',
  'ContainerCreating',
  'PodInitializing',
])

const EVENT = 'has event'

function say(verb: string, { reason, message }: Pick<SeenCondition, 'reason' | 'message'>): Words {
  // How long it backs off grows, and says nothing.
  const steady = message.replaceAll(/\b(back-off) (?:\d{1,4}[hms]){1,3}/gi, '$1')
  const words = [reason, steady].filter(part => part !== '').join(': ')
  return { verb, words, message, isEvent: verb === EVENT, isTelling: !repeating.has(reason) }
}

// True is bad for these, False for all others.
const bad =
  /Fail|Error|Stall|Pressure|Unavailable|Degraded|Conflict|Block|Invalid|Violat|Unhealthy|Missing|DisruptionTarget|NonStructural|Remaining/
const neutral = new Set(['Reconciling', 'ScalingLimited', 'Suspended', 'Paused', 'PodReadyToStartContainers'])
const summaries = new Set(['Ready', 'Available', 'Healthy', 'ContainersReady', 'Initialized', 'Synced'])

function conditionWords(object: SeenObject): readonly Words[] {
  const wrong = conditionsOf(object).filter(isWrong)
  // What sums up the others comes after them.
  return [
    ...wrong.filter(({ type }) => !summaries.has(type)),
    ...wrong.filter(({ type }) => summaries.has(type)),
  ].map(({ type, reason, message }) => say('says', { reason: reason === '' ? type : reason, message }))
}

function isWrong({ type, status, reason, message }: SeenCondition): boolean {
  if (neutral.has(type) || (reason === '' && message === '')) return false
  if (bad.test(type)) return status === 'True'
  return status === 'False' || (status === 'Unknown' && summaries.has(type))
}

// A pod that was evicted, or that its node does not admit, says so here.
function statusWords({ fields }: SeenObject): readonly Words[] {
  const status = partOf(fields, 'status')
  const [reason, message] = [textIn(status, 'reason'), textIn(status, 'message') || textIn(status, 'error')]
  return message === '' && reason === '' ? [] : [say('says', { reason, message })]
}

function containerWords({ ref, fields }: SeenObject): readonly Words[] {
  if (ref.kind !== 'Pod') return []
  const status = partOf(fields, 'status')
  return [...itemsIn(status, 'initContainerStatuses'), ...itemsIn(status, 'containerStatuses')].flatMap(
    container => {
      const state = partOf(container, 'state')
      const name = textIn(container, 'name')
      const waiting = partOf(state, 'waiting')
      if (textIn(waiting, 'reason') === '') return []
      return [
        say(`has waiting container "${name}":`, {
          reason: textIn(waiting, 'reason'),
          message: textIn(waiting, 'message'),
        }),
      ]
    },
  )
}

function eventWords(object: SeenObject, inquiry: Inquiry): Words | undefined {
  const told = eventsAbout(object.ref, inquiry).filter(
    ({ type, reason }) => type === 'Warning' && !isOver(reason, object.fields),
  )
  const recent = recentOf(told)
  const telling = recent.find(({ reason }) => !repeating.has(reason)) ?? recent[0]
  return telling && say(EVENT, telling)
}

const RECENT_MS = 5 * 60_000

// Two events that are told by turns would make a new sentence at every look, so that of the newest ones the order is fixed.
function recentOf(told: readonly TimedWarning[]): readonly TimedWarning[] {
  const newest = Date.parse(told[0]?.at ?? '')
  return told
    .filter(({ at }, index) => index === 0 || newest - Date.parse(at) < RECENT_MS)
    .toSorted((a, b) => (a.reason < b.reason ? -1 : a.reason > b.reason ? 1 : 0))
}

// A pod that has a node was scheduled in the end; one that runs has its volumes and its network.
function isOver(reason: string, fields: Fields): boolean {
  if (reason === 'FailedScheduling') return textIn(partOf(fields, 'spec'), 'nodeName') !== ''
  if (!['FailedMount', 'FailedAttachVolume', 'FailedCreatePodSandBox', 'NetworkNotReady'].includes(reason))
    return false
  const containers = itemsIn(partOf(fields, 'status'), 'containerStatuses')
  return containers.some(one => 'running' in partOf(one, 'state'))
}
