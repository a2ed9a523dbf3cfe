import { partOf, textIn } from '../../object/fields.ts'
import type { GitObject, Deliverer, ServerDelivery } from '../delivery/delivery.ts'
import { changeWords, isEncryptedChange } from './change-words.ts'
import { diffObjects, type ObjectDiff } from './object-diff.ts'
import { immutableField, lostVersions, restartsPods, takenAlong } from './object-effects.ts'

/** What becomes of an object. */
export type ChangeOp =
  | 'created'
  | 'changed'
  /** Something else in Git, and maybe the same on the cluster: SOPS has encrypted it, or what fills it in is not followed. */
  | 'mayChange'
  /** Deleted from the cluster. */
  | 'deleted'
  /** Gone from Git; it stays on the cluster. */
  | 'stays'
  /** Changed in Git; nothing applies it to clusters that have it. */
  | 'notApplied'

/** What becomes of one object on one API server. Shared by all where the same happens. */
export interface ObjectChange {
  readonly op: ChangeOp
  readonly key: string
  readonly object: GitObject
  readonly by: Deliverer
  /** What changes, in words. */
  readonly fields: readonly string[]
  readonly restartsPods: boolean
  /** Why, or what else happens. */
  readonly effect: string
  /** Why the server refuses it. */
  readonly refused: string
}

/** What becomes of a deliverer that has nothing to deliver any more. */
export type DelivererFate = 'deleted' | 'stays' | 'fails' | 'moved'

/** What a delivery does on a server that had it before, or did not, or has it no more. */
export function deliveryChanges(
  before: ServerDelivery | undefined,
  after: ServerDelivery | undefined,
  fate: DelivererFate,
): readonly ObjectChange[] {
  const diffs = diffObjects(before?.objects ?? NOTHING, after?.objects ?? NOTHING)
  if (diffs.length === 0) return NO_CHANGES
  const by = after?.deliverer ?? before?.deliverer
  if (!by) return NO_CHANGES
  const key = JSON.stringify([before?.deliverer, after?.deliverer, fate])
  const known = answers.get(diffs) ?? new Map<string, readonly ObjectChange[]>()
  answers.set(diffs, known)
  const changes =
    known.get(key) ??
    diffs.map(diff => changeOf(diff, { by, before: before?.deliverer, isGone: !after, fate }))
  known.set(key, changes)
  return changes
}

const NOTHING: readonly GitObject[] = []
const NO_CHANGES: readonly ObjectChange[] = []
const answers = new WeakMap<object, Map<string, readonly ObjectChange[]>>()

interface Circumstances {
  readonly by: Deliverer
  readonly before: Deliverer | undefined
  readonly isGone: boolean
  readonly fate: DelivererFate
}

function changeOf(diff: ObjectDiff, circumstances: Circumstances): ObjectChange {
  const { key, before, after, fields } = diff
  if (!after) return removal(diff, circumstances)
  const { by } = circumstances
  const base = { key, object: after, by, restartsPods: false, effect: '', refused: '' }
  const hindrance = hindranceTo(after, before, circumstances)
  if (!before) {
    if (hindrance !== '') return { ...base, op: 'notApplied', fields: [], effect: hindrance }
    return { ...base, op: 'created', fields: [] }
  }
  const words = fields.map(field => changeWords(field, after.kind))
  const shown = words.length === 0 ? ['what fills it in is not followed'] : words
  const known = fields.filter(field => !isEncryptedChange(field))
  if (hindrance !== '') return { ...base, op: 'notApplied', fields: shown, effect: hindrance }
  if (known.length === 0) return { ...base, op: 'mayChange', fields: shown }
  const immutable = immutableField(before, known)
  const isForced = by.isForced || annotationsOf(after)['kustomize.toolkit.fluxcd.io/force'] === 'enabled'
  const lost = lostVersions(before, after)
  return {
    ...base,
    op: 'changed',
    fields: shown,
    restartsPods: restartsPods(after, known),
    effect: [
      ...(immutable !== undefined && isForced ? ['is deleted and recreated'] : []),
      ...(lost.length > 0 ? [`loses version ${lost.join(', ')}`] : []),
    ].join('; '),
    refused: immutable !== undefined && !isForced ? `${immutable} cannot be changed` : '',
  }
}

// Why an object that Git has is not applied; empty if it is.
function hindranceTo(
  after: GitObject,
  before: GitObject | undefined,
  { by, before: previous }: Circumstances,
): string {
  if (by.isSuspended) return `${by.kind} ${by.name} is suspended`
  const annotations = annotationsOf(after)
  const isFlux = by.kind === 'Kustomization'
  if (isFlux && annotations['kustomize.toolkit.fluxcd.io/reconcile'] === 'disabled')
    return 'its annotation says that Flux leaves it alone'
  const mode = textIn(annotations, 'kustomize.toolkit.fluxcd.io/ssa').toLowerCase()
  if (isFlux && mode === 'ignore') return 'its annotation says that Flux leaves it alone'
  if (isFlux && mode === 'ifnotpresent' && before) return 'its annotation says that Flux only creates it'
  const isApplyOnce = by.kind === 'ClusterResourceSet' && by.strategy === 'ApplyOnce'
  return isApplyOnce && previous ? 'strategy ApplyOnce: only clusters that get it later have it' : ''
}

function removal({ key, before }: ObjectDiff, circumstances: Circumstances): ObjectChange {
  const { by, isGone, fate } = circumstances
  if (!before) throw new Error('a difference without an object')
  const base = { key, object: before, by, fields: [], restartsPods: false, refused: '' }
  const kept = keptBecause(before, circumstances)
  if (kept !== '') return { ...base, op: 'stays', effect: kept }
  const along = takenAlong(before)
  const why = isGone && fate === 'deleted' ? `with its ${by.kind}` : ''
  return { ...base, op: 'deleted', effect: [why, along].filter(text => text !== '').join('; ') }
}

function keptBecause(object: GitObject, { by, before, isGone, fate }: Circumstances): string {
  const owner = before ?? by
  if (owner.kind === 'ClusterResourceSet') return 'a ClusterResourceSet deletes nothing'
  if (owner.kind === 'Fitout') return 'Fitout deletes nothing on workload clusters'
  if (owner.kind === 'nothing in Git') return 'nothing in Git deletes it'
  if (by.isSuspended && !isGone) return `${by.kind} ${by.name} is suspended`
  const switches = { ...annotationsOf(object), ...partOf(partOf(object.content, 'metadata'), 'labels') }
  if (owner.kind === 'Kustomization' && switches['kustomize.toolkit.fluxcd.io/prune'] === 'disabled')
    return 'its annotation keeps it'
  if (owner.kind === 'fitout apply' && switches[PRUNE] === 'disabled') return 'its annotation keeps it'
  if (!isGone) return owner.prunes ? '' : `${owner.kind} ${owner.name} has prune: false`
  if (fate === 'fails') return `${owner.kind} ${owner.name} fails, as its path is gone`
  if (fate === 'moved')
    return `${owner.kind} ${owner.name} applies to another cluster now, and deletes nothing here`
  if (fate === 'stays') return `${owner.kind} ${owner.name} itself stays on the cluster`
  if (owner.isSuspended) return `${owner.kind} ${owner.name} is suspended`
  return owner.deletesOnDeletion ? '' : `${owner.kind} ${owner.name} leaves its objects when it is deleted`
}

function annotationsOf({ content }: GitObject): Readonly<Record<string, unknown>> {
  return partOf(partOf(content, 'metadata'), 'annotations')
}

const PRUNE = 'fitout.dev/prune'
