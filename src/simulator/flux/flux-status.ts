import { type Fields, isFields, partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { isTrue, type ModelCondition, withConditions } from '../models/conditions.ts'
import { writeByModel } from '../models/model-write.ts'
import type { Store } from '../store/store.ts'

/** The finalizer of all controllers of Flux. */
const FINALIZER = 'finalizers.fluxcd.io'

/** What a controller of Flux says of an object. */
export interface Word extends Pick<ModelCondition, 'status' | 'reason' | 'message'> {
  /** Whether nothing is left to do for this spec: only then is its generation observed. */
  readonly isDone: boolean
  /** Whether it will not be tried again. */
  readonly isStalled?: boolean
  /** What else is in the status from now on. */
  readonly fields?: Fields
}

/** Says of an object whether it is ready. */
export function sayReady(store: Store, object: KubeObject, word: Word): void {
  const { status, reason, message = '', isDone, isStalled = false, fields } = word
  const { generation = 1 } = object.metadata
  const { observedGeneration = -1, conditions, ...rest } = partOf(object, 'status')
  const kept = (Array.isArray(conditions) ? conditions : []).filter(
    condition => isFields(condition) && condition['type'] !== 'Stalled',
  )
  const next = {
    ...rest,
    ...fields,
    conditions: kept,
    observedGeneration: isDone ? generation : observedGeneration,
  }
  const ready = { type: 'Ready', status, reason, message, observedGeneration: generation }
  const stalled = { ...ready, type: 'Stalled', status: 'True', reason: 'RetriesExceeded' } as const
  write(
    store,
    withConditions(
      { ...held(object), status: next },
      store.timestamp(),
      isStalled ? [ready, stalled] : [ready],
    ),
  )
}

/** Whether an object is ready as it is now. */
export function isReadyNow(object: KubeObject | undefined): boolean {
  return isTrue(object, 'Ready') && object !== undefined && isObserved(object)
}

/** Whether a controller has dealt with the newest spec of an object. */
export function isObserved(object: KubeObject): boolean {
  return partOf(object, 'status')['observedGeneration'] === object.metadata.generation
}

/** Lets an object go that is being deleted. */
export function finishDeletion(store: Store, object: KubeObject): void {
  const finalizers = object.metadata.finalizers?.filter(finalizer => finalizer !== FINALIZER) ?? []
  write(store, { ...object, metadata: { ...object.metadata, finalizers } })
}

// What it has brought goes with it, so it may not go before its controller knows.
function held(object: KubeObject): KubeObject {
  const { finalizers = [] } = object.metadata
  if (!bringers.has(object.kind) || finalizers.includes(FINALIZER)) return object
  return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, FINALIZER] } }
}

const bringers: ReadonlySet<string> = new Set(['HelmRelease', 'Kustomization'])

function write(store: Store, object: KubeObject): void {
  const kind = store.kinds.named(object.apiVersion, object.kind)
  if (kind !== undefined) writeByModel(store, kind, object)
}
