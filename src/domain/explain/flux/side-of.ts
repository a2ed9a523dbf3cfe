import { partOf } from '../../object/fields.ts'
import type { SeenRef, SeenObject } from '../seen-object.ts'

/** The cluster on which an object of Flux makes others: with a kubeconfig, it is not its own. */
export function sideOf({ ref, fields }: SeenObject): SeenRef['on'] {
  return Object.keys(partOf(partOf(fields, 'spec'), 'kubeConfig')).length > 0 ? 'Workload' : ref.on
}
