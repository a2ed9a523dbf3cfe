import type { Inquiry } from './inquiry.ts'
import type { SeenRef } from './seen-object.ts'

/** Says of an object that another client did not find what is known of it: only who has looked may say that it does not exist. */
export function absenceOf(ref: SeenRef, inquiry: Inquiry): string {
  const seen = inquiry.find(ref)
  if (seen === 'absent') return 'which does not exist'
  return typeof seen === 'string' ? 'which was not found' : 'which was not found, and exists now'
}
