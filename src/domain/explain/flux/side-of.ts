import { partOf } from '../../health/read-field.ts'
import type { ObjectRef, SeenObject } from '../object/seen-object.ts'

/** The cluster on which an object of Flux makes others: with a kubeconfig, it is not its own. */
export function sideOf({ ref, fields }: SeenObject): ObjectRef['on'] {
  return Object.keys(partOf(partOf(fields, 'spec'), 'kubeConfig')).length > 0 ? 'Workload' : ref.on
}
