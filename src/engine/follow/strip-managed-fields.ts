import type { KubeObject } from '../api/kube-object.ts'

/** The object without the record of who owns which field: a third of its size, and nobody here reads it. */
export function stripManagedFields(object: KubeObject): KubeObject {
  const { managedFields, ...metadata } = object.metadata
  return managedFields === undefined ? object : { ...object, metadata }
}
