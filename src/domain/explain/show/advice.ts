import type { SeenRef } from '../seen-object.ts'
import type { NextAction } from '../why.ts'

/** Something to do, and what must be so for its command to do it. */
export interface Advice extends NextAction {
  readonly needs?: Need
  /** The object that is changed by it, on the cluster or in what is committed. */
  readonly changes?: SeenRef
  /** It is another way to the same end: one that cannot be gone is none. */
  readonly isAlternative?: true
}

/** What a command needs of the object that it names. */
interface Need {
  readonly ref: SeenRef
  readonly is: 'there' | 'absent'
  /** What is left of the advice if that is not so: its text, or nothing. */
  readonly otherwise: 'text' | 'nothing'
}
