import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import { lineAbout, lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { Lead, CauseRule } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import type { SeenObject } from '../seen-object.ts'
import { commit, kubectlDescribe } from '../show/commands.ts'
import { restoreMissing, ownerOf } from './container.ts'
import { lackingIn } from './lacking-in.ts'
import { bringBack } from './object-missing.ts'
import { eventsAbout, warningsAbout } from './warnings-about.ts'

/** The claims that a pod without a node mounts. */
export const claimsOfPod: Lead = ({ object }) => {
  const spec = object ? partOf(object.fields, 'spec') : {}
  const namespace = object?.ref.namespace
  if (!object || namespace === undefined || textIn(spec, 'nodeName') !== '') return []
  return itemsIn(spec, 'volumes').flatMap(volume => {
    const name = textIn(partOf(volume, 'persistentVolumeClaim'), 'claimName')
    return name === ''
      ? []
      : [{ on: object.ref.on, apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name }]
  })
}

/** A claim that nobody fulfils. */
export const volumeNotBound: CauseRule = ({ ref, object }, inquiry) => {
  const { facts } = inquiry
  if (!object) {
    return {
      reason: 'VolumeNotBound',
      sentence: sentenceOf(`${nameOf(ref)} does not exist, but a pod mounts it`),
      evidence: [lineAbout(ref, 'does not exist', 'NotFound')],
      next: [...bringBack(ref, inquiry), commit(`Deliver ${nameOf(ref)} in this step or an earlier one`)],
    }
  }
  if (textIn(partOf(object.fields, 'status'), 'phase') !== 'Pending') return undefined
  const cause = causeOf(object, inquiry)
  // A claim that waits for its first pod waits for nothing else.
  if (cause === undefined) return undefined
  return {
    reason: 'VolumeNotBound',
    sentence: sentenceOf(`${nameOf(ref)} is not bound: ${cause.sentence}`),
    evidence: [lineOf(object, cause.line)],
    next: [
      commit('Deliver the StorageClass and its driver in an earlier step, or use one that exists'),
      kubectlDescribe(ref, facts),
    ],
  }
}

interface Cause {
  readonly sentence: string
  readonly line: string
}

function causeOf(claim: SeenObject, inquiry: Inquiry): Cause | undefined {
  const { on } = claim.ref
  const classes = inquiry.list({ on, apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' })
  const wanted = textIn(partOf(claim.fields, 'spec'), 'storageClassName')
  if (wanted === '') return { sentence: 'it has no StorageClass', line: 'has no StorageClass' }
  if (classes.kind === 'listed' && !classes.objects.some(({ ref }) => ref.name === wanted)) {
    return { sentence: `StorageClass "${wanted}" does not exist`, line: `names StorageClass "${wanted}"` }
  }
  const told = eventsAbout(claim.ref, inquiry)
  const failed = told.find(({ reason }) => reason === 'ProvisioningFailed' || reason === 'FailedBinding')
  if (failed) return { sentence: 'it cannot be provisioned', line: failed.message }
  // Kubernetes tells this without a warning: it cannot know whether the provisioner runs.
  const waits = told.find(({ reason }) => reason === 'ExternalProvisioning')
  const [, provisioner] = /provisioner '([^'\s]{1,253})'/.exec(waits?.message ?? '') ?? []
  if (!waits || provisioner === undefined) return undefined
  return { sentence: `provisioner "${provisioner}" has not provisioned a volume`, line: waits.message }
}

/** A volume that a pod on a node waits for. */
export const volumeNotMounted: CauseRule = (subject, inquiry) => {
  const { object } = subject
  const [told] = object ? warningsAbout(object.ref, inquiry, ['FailedMount', 'FailedAttachVolume']) : []
  if (!object || !told) return undefined
  const [, volume = ''] = /for volume "([^"]{1,253})"/.exec(told.message) ?? []
  const which = volume === '' ? 'A volume' : `Volume "${volume}"`
  const lacking = lackingIn(told.message)
  return {
    reason: 'VolumeNotMounted',
    sentence: sentenceOf(
      `${which} of ${nameOf(ownerOf(subject))} cannot be mounted: ${lacking === undefined ? told.message : `${lacking} does not exist`}`,
    ),
    evidence: [lineOf(object, told.message)],
    next: [
      ...restoreMissing(told.message, object.ref, inquiry),
      commit(`Deliver ${lacking ?? `the source of ${which.toLowerCase()}`}, in this step or an earlier one`),
      kubectlDescribe(object.ref, inquiry.facts),
    ],
  }
}
