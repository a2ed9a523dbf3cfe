import { names } from '../../domain/api/api-names.ts'
import { isFields, partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** Drops what `managedFields` say of others: only which labels are Fitout's is of interest, and the rest is large. */
export function keepOwnFields(object: KubeObject): KubeObject {
  const managed = object.metadata['managedFields']
  const own = Array.isArray(managed) ? managed.filter(isOwn) : []
  return { ...object, metadata: { ...object.metadata, managedFields: own } }
}

/** The labels that Fitout has applied to an object, as its `managedFields` say. */
export function ownedLabels({ metadata }: KubeObject): ReadonlySet<string> {
  const managed = metadata['managedFields']
  const labels = (Array.isArray(managed) ? managed : []).filter(isOwn).flatMap(labelsIn)
  return new Set(labels)
}

function isOwn(entry: unknown): boolean {
  return (
    isFields(entry) &&
    entry['manager'] === names.fieldManager &&
    entry['operation'] === 'Apply' &&
    entry['subresource'] === undefined
  )
}

function labelsIn(entry: unknown): readonly string[] {
  const fields = partOf(partOf(partOf(isFields(entry) ? entry : {}, 'fieldsV1'), 'f:metadata'), 'f:labels')
  return Object.keys(fields).flatMap(key => (key.startsWith('f:') ? [key.slice(2)] : []))
}
