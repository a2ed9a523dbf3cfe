import { admissionMutations } from './admission-mutations.ts'
import { deliveryMutations } from './delivery-mutations.ts'
import { editMutations } from './edit-mutations.ts'
import { fieldMutations } from './field-mutations.ts'
import type { MutationSource } from './mutation.ts'
import { leftoverMutations, objectMutations } from './object-mutations.ts'

/**
 * Where mutations come from, each with its share of a draw.
 *
 * Most fields of an object are harmless or refused in the same words: what people really do gets more than its number.
 */
export const sources: readonly (readonly [share: number, MutationSource])[] = [
  [6, fieldMutations],
  [3, objectMutations],
  [1, leftoverMutations],
  [6, editMutations],
  [4, admissionMutations],
  [4, deliveryMutations],
]
