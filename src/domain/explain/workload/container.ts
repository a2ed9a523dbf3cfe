import { type Fields, itemsIn, numberIn, partOf, textIn } from '../../object/fields.ts'
import { type Claim, lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { CauseRule, CauseSubject } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import type { SeenRef, SeenObject } from '../seen-object.ts'
import type { Advice } from '../show/advice.ts'
import { commit, kubectlDescribe, readLog, refresh } from '../show/commands.ts'
import { cloudWords } from './cloud-words.ts'
import { lackingIn, lackingObject } from './lacking-in.ts'
import { bringBack } from './object-missing.ts'
import { warningsAbout } from './warnings-about.ts'

const pullReasons = [
  'ImagePullBackOff',
  'ErrImagePull',
  'InvalidImageName',
  'ErrImageNeverPull',
  'ImageInspectError',
  'RegistryUnavailable',
  'SignatureValidationFailed',
]

const pullEnds: Readonly<Record<string, { readonly so: string; readonly fix: (image: string) => string }>> = {
  InvalidImageName: {
    so: 'has an invalid name',
    fix: image => `Correct the name of image "${image}"`,
  },
  ErrImageNeverPull: {
    so: 'is not on its node, and imagePullPolicy is Never',
    fix: image => `Set imagePullPolicy IfNotPresent, or preload image "${image}" on the nodes`,
  },
}

/** An image that a node cannot get. */
export const imagePullFailed: CauseRule = (subject, inquiry) => {
  const { object } = subject
  const container = waitingIn(subject, pullReasons)
  if (!object || !container) return undefined
  const image = textIn(container, 'image') || 'unknown'
  // While it backs off, the state only says so; the event has the words of the registry.
  const told = warningsAbout(object.ref, inquiry, ['Failed']).find(({ message }) =>
    message.includes('pull image'),
  )
  const waiting = partOf(partOf(container, 'state'), 'waiting')
  const words = told?.message ?? `${textIn(waiting, 'reason')}: ${textIn(waiting, 'message')}`
  return {
    reason: 'ImagePullFailed',
    sentence: sentenceOf(
      `Image "${image}" of ${nameOf(ownerOf(subject))} ${pullEnds[textIn(waiting, 'reason')]?.so ?? 'cannot be pulled'}`,
    ),
    evidence: [lineOf(object, words)],
    next: [
      commit(
        pullEnds[textIn(waiting, 'reason')]?.fix(image) ??
          `Correct the name or tag of image "${image}", or give the pod the right imagePullSecrets`,
      ),
      kubectlDescribe(object.ref, inquiry.facts),
      refresh(inquiry.facts),
    ],
  }
}

const configReasons = ['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError']

/** A container that cannot be made, because what it refers to is not there. */
export const containerConfigMissing: CauseRule = (subject, inquiry) => {
  const { facts } = inquiry
  const { object } = subject
  const container = waitingIn(subject, configReasons)
  if (!object || !container) return undefined
  const waiting = partOf(partOf(container, 'state'), 'waiting')
  const name = textIn(container, 'name')
  const lacking = lackingIn(textIn(waiting, 'message'))
  const words = textIn(waiting, 'message')
  const cause =
    lacking === undefined
      ? `cannot be created from its spec${words === '' ? '' : `: ${words}`}`
      : `waits for ${lacking}`
  return {
    reason: 'ContainerConfigMissing',
    sentence: sentenceOf(`Container "${name}" of ${nameOf(ownerOf(subject))} ${cause}`),
    evidence: [lineOf(object, `${textIn(waiting, 'reason')}: ${textIn(waiting, 'message')}`)],
    next: [
      ...restoreMissing(words, object.ref, inquiry),
      commit(
        lacking === undefined
          ? `Correct container "${name}"`
          : `Deliver ${lacking} to namespace "${object.ref.namespace ?? ''}" in this step or an earlier one`,
      ),
      kubectlDescribe(object.ref, facts),
    ],
  }
}

/** How to have the Secret or ConfigMap brought back that a kubelet says a pod lacks. */
export function restoreMissing(words: string, pod: SeenRef, inquiry: Inquiry): readonly Advice[] {
  const lacking = lackingObject(words, pod)
  return lacking ? bringBack(lacking, inquiry) : []
}

/** A container that ends again and again. */
export const containerCrashing: CauseRule = (subject, inquiry) => {
  const { facts } = inquiry
  const { object } = subject
  const container = containersOf(subject).find(isCrashing)
  if (!object || !container || isTakenAway(object)) return undefined
  const ended = endOf(container)
  const name = textIn(container, 'name')
  const line = lineOf(object, `container "${name}" ${sayEnd(ended)}`)
  const known =
    cloudWords({ words: textIn(ended, 'message'), who: nameOf(ownerOf(subject)), line }, facts) ??
    killedByProbe(subject, container, inquiry)
  if (known) return known
  // What runs no more has left its lines where it is; what was started again, in the one before.
  const isOver = 'terminated' in partOf(container, 'state')
  const isOnce = isOver && numberIn(container, 'restartCount') === 0
  const isOutOfMemory = textIn(ended, 'reason') === 'OOMKilled'
  const end = isOutOfMemory
    ? `${isOnce ? 'exceeded' : 'keeps exceeding'} its memory limit`
    : `${isOnce ? 'terminated' : 'keeps terminating'} with exit code ${numberIn(ended, 'exitCode')}`
  return {
    reason: 'ContainerCrashing',
    sentence: sentenceOf(`Container "${name}" of ${nameOf(ownerOf(subject))} ${end}`),
    evidence: [line],
    next: [
      commit(
        isOutOfMemory
          ? `Raise the memory limit of container "${name}"`
          : `Fix the error that container "${name}" reports`,
      ),
      readLog(object.ref, { container: name, isRestarted: !isOver && isRestarted(container) }, facts),
      refresh(facts),
    ],
  }
}

// A pod that was evicted, preempted or timed out says so itself; that its containers ended then proves nothing.
function isTakenAway({ fields }: SeenObject): boolean {
  const status = partOf(fields, 'status')
  return textIn(status, 'phase') === 'Failed' && textIn(status, 'reason') !== ''
}

// 137 and 143 are what a container ends with that a kubelet stops.
function killedByProbe(subject: CauseSubject, container: Fields, inquiry: Inquiry): Claim | undefined {
  const ended = endOf(container)
  const { object } = subject
  if (!object || ![137, 143].includes(numberIn(ended, 'exitCode'))) return undefined
  if (textIn(ended, 'reason') === 'OOMKilled') return undefined
  const told = warningsAbout(object.ref, inquiry, ['Unhealthy']).find(({ message }) =>
    /^(?:Liveness|Startup) probe/.test(message),
  )
  if (!told) return undefined
  const name = textIn(container, 'name')
  const [probe = ''] = told.message.toLowerCase().split(' ', 1)
  return {
    reason: 'ProbeFailing',
    sentence: sentenceOf(
      `Container "${name}" of ${nameOf(ownerOf(subject))} is restarted repeatedly: its ${probe} probe fails`,
    ),
    evidence: [lineOf(object, told.message)],
    next: [
      commit(`Correct the ${probe} probe of container "${name}", or the endpoint that it checks`),
      readLog(object.ref, { container: name, isRestarted: isRestarted(container) }, inquiry.facts),
      kubectlDescribe(object.ref, inquiry.facts),
    ],
  }
}

function isRestarted(container: Fields): boolean {
  return Object.keys(partOf(partOf(container, 'lastState'), 'terminated')).length > 0
}

/** A container that runs and does not get ready. */
export const probeFailing: CauseRule = (subject, inquiry) => {
  const { object } = subject
  if (!object) return undefined
  const unready = containersOf(subject).find(
    one => one['ready'] === false && 'running' in partOf(one, 'state'),
  )
  const [told] = warningsAbout(object.ref, inquiry, ['Unhealthy'])
  if (!unready || !told) return undefined
  const name = textIn(unready, 'name')
  return {
    reason: 'ProbeFailing',
    sentence: sentenceOf(`Container "${name}" of ${nameOf(ownerOf(subject))} is running but fails its probe`),
    evidence: [lineOf(object, told.message)],
    next: [
      commit(`Correct the probe of container "${name}", or the endpoint that it checks`),
      kubectlDescribe(object.ref, inquiry.facts),
    ],
  }
}

/** What people know the pod by: what made it. */
export function ownerOf({ ref, via }: CauseSubject): CauseSubject['ref'] {
  return via ?? ref
}

function containersOf({ object }: CauseSubject): readonly Fields[] {
  const status = object ? partOf(object.fields, 'status') : {}
  return [...itemsIn(status, 'initContainerStatuses'), ...itemsIn(status, 'containerStatuses')]
}

function waitingIn(subject: CauseSubject, reasons: readonly string[]): Fields | undefined {
  return containersOf(subject).find(one =>
    reasons.includes(textIn(partOf(partOf(one, 'state'), 'waiting'), 'reason')),
  )
}

function isCrashing(container: Fields): boolean {
  const state = partOf(container, 'state')
  const waits = textIn(partOf(state, 'waiting'), 'reason') === 'CrashLoopBackOff'
  const isDown = 'terminated' in state && numberIn(partOf(state, 'terminated'), 'exitCode') !== 0
  return (waits || isDown) && Object.keys(endOf(container)).length > 0
}

function endOf(container: Fields): Fields {
  const now = partOf(partOf(container, 'state'), 'terminated')
  return Object.keys(now).length > 0 ? now : partOf(partOf(container, 'lastState'), 'terminated')
}

// The last line is what the program said before it ended.
function sayEnd(ended: Fields): string {
  const last = textIn(ended, 'message').trim().split('\n').at(-1) ?? ''
  const reason = textIn(ended, 'reason') || 'Error'
  return `terminated with exit code ${numberIn(ended, 'exitCode')} (${reason})${last === '' ? '' : `: ${last}`}`
}
