import { shellWord } from '../../explain/show/shell-word.ts'
import { itemsIn, numberIn, partOf, textIn, type Fields } from '../../object/fields.ts'
import { conditionIn, nameOfObject, objectNamespace } from './read-objects.ts'

/** What keeps a Pod from being ready, and the command that shows more. */
export interface PodTrouble {
  readonly message: string
  readonly next: string
}

/** Looks at one Pod for one kind of trouble. */
type Rule = (pod: Fields) => PodTrouble | undefined

// What a person fixes first comes first.
const rules: readonly Rule[] = [notPulled, notConfigured, crashing, notScheduled, notReady]

/** What keeps Pods from being ready, by the first of them that has something to say. */
export function podTrouble(pods: readonly Fields[]): PodTrouble | undefined {
  for (const rule of rules) {
    for (const pod of pods) {
      const trouble = rule(pod)
      if (trouble) return trouble
    }
  }
  return undefined
}

const pullReasons = ['ErrImagePull', 'ImagePullBackOff', 'InvalidImageName', 'ErrImageNeverPull']

function notPulled(pod: Fields): PodTrouble | undefined {
  const waiting = waitingOf(pod, pullReasons)
  if (!waiting) return undefined
  const image = textIn(waiting.container, 'image')
  return {
    message: `Image ${image} cannot be pulled (${waiting.reason})${words(waiting.message)}`,
    next: describe(pod),
  }
}

function notConfigured(pod: Fields): PodTrouble | undefined {
  const waiting = waitingOf(pod, ['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError'])
  if (!waiting) return undefined
  return {
    message: `Pod ${nameOfObject(pod)} cannot start (${waiting.reason})${words(waiting.message)}`,
    next: describe(pod),
  }
}

function crashing(pod: Fields): PodTrouble | undefined {
  const container = statusesOf(pod).find(
    each =>
      textIn(partOf(partOf(each, 'state'), 'waiting'), 'reason') === 'CrashLoopBackOff' ||
      numberIn(each, 'restartCount') > 2,
  )
  if (!container || container['ready'] === true) return undefined
  const last = partOf(partOf(container, 'lastState'), 'terminated')
  const reason = textIn(last, 'reason') || 'unknown reason'
  const message = `Pod ${nameOfObject(pod)} keeps crashing: exit code ${numberIn(last, 'exitCode')} (${reason})`
  return { message, next: `${kubectl(pod)} logs ${shellWord(nameOfObject(pod))} --previous` }
}

function notScheduled(pod: Fields): PodTrouble | undefined {
  const condition = conditionIn(pod, 'PodScheduled')
  if (!condition || textIn(condition, 'status') !== 'False') return undefined
  return {
    message: `Pod ${nameOfObject(pod)} is not scheduled${words(textIn(condition, 'message'))}`,
    next: describe(pod),
  }
}

function notReady(pod: Fields): PodTrouble | undefined {
  if (textIn(conditionIn(pod, 'Ready') ?? {}, 'status') === 'True') return undefined
  return {
    message: `Pod ${nameOfObject(pod)} is not ready`,
    next: `${kubectl(pod)} logs ${shellWord(nameOfObject(pod))}`,
  }
}

function waitingOf(pod: Fields, reasons: readonly string[]) {
  for (const container of statusesOf(pod)) {
    const waiting = partOf(partOf(container, 'state'), 'waiting')
    const reason = textIn(waiting, 'reason')
    if (reasons.includes(reason)) return { container, reason, message: textIn(waiting, 'message') }
  }
  return undefined
}

function statusesOf(pod: Fields): readonly Fields[] {
  return itemsIn(partOf(pod, 'status'), 'containerStatuses')
}

const MAX_WORDS = 160

// What others say is cut: one screen is for all checks.
function words(message: string): string {
  if (message === '') return ''
  const line = message.replaceAll(/\s+/g, ' ').trim()
  return `: ${line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line}`
}

function describe(pod: Fields): string {
  return `${kubectl(pod)} describe pod ${shellWord(nameOfObject(pod))}`
}

function kubectl(pod: Fields): string {
  return `kubectl --namespace ${shellWord(objectNamespace(pod))}`
}
