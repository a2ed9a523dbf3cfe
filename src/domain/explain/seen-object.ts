import { type Fields, itemsIn, numberIn, partOf, textIn } from '../object/fields.ts'
import type { Side } from '../proof/read/query.ts'

/** Which object, and on which cluster. */
export interface SeenRef {
  readonly on: Side
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}

/** An object that was read. */
export interface SeenObject {
  readonly ref: SeenRef
  readonly fields: Fields
}

/** A condition, as far as it can be read. */
export interface SeenCondition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
}

/** Objects of one kind, wherever they are. */
export type KindRef = Pick<SeenRef, 'on' | 'apiVersion' | 'kind'>

/** Makes the reference to an object that was listed: items of lists do not say what they are. */
export function refOf({ on, apiVersion, kind }: KindRef, fields: Fields): SeenRef {
  const metadata = partOf(fields, 'metadata')
  const namespace = textIn(metadata, 'namespace')
  return { on, apiVersion, kind, ...(namespace === '' ? {} : { namespace }), name: textIn(metadata, 'name') }
}

/** The labels of an object: those of its fields that are texts. */
export function labelsIn(fields: Fields): Readonly<Record<string, string>> {
  const labels = Object.entries(partOf(partOf(fields, 'metadata'), 'labels'))
  return Object.fromEntries(
    labels.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
}

/** The condition of this type. */
export function conditionOf({ fields }: Pick<SeenObject, 'fields'>, type: string): SeenCondition | undefined {
  const found = itemsIn(partOf(fields, 'status'), 'conditions').find(item => textIn(item, 'type') === type)
  return found && readCondition(found)
}

/** Every condition that an object has. */
export function conditionsOf({ fields }: Pick<SeenObject, 'fields'>): readonly SeenCondition[] {
  return itemsIn(partOf(fields, 'status'), 'conditions').map(readCondition)
}

function readCondition(item: Fields): SeenCondition {
  return {
    type: textIn(item, 'type'),
    status: textIn(item, 'status'),
    reason: textIn(item, 'reason'),
    message: textIn(item, 'message'),
  }
}

/** Whether the object says Ready, and says it of its newest spec. */
export function isReady(object: SeenObject): boolean {
  return conditionOf(object, 'Ready')?.status === 'True' && !isStale(object)
}

/** A namespace of a cluster. */
export function namespaceRef(on: SeenRef['on'], name: string): SeenRef {
  return { on, apiVersion: 'v1', kind: 'Namespace', name }
}

/** Whether nobody has looked at the newest spec. */
export function isStale({ fields }: SeenObject): boolean {
  const generation = numberIn(partOf(fields, 'metadata'), 'generation')
  // Many kinds do not say which generation they have seen.
  return numberIn(partOf(fields, 'status'), 'observedGeneration', generation) < generation
}
