import type { Claim } from './claim.ts'
import type { Inquiry } from './inquiry.ts'
import type { SeenRef, SeenObject } from './seen-object.ts'

/** An object that is not as it should be, or not there, and how one came to it. */
export interface CauseSubject {
  readonly ref: SeenRef
  /** Undefined if it is known not to be there. */
  readonly object: SeenObject | undefined
  /** Whether the cluster knows the kind in this version. Of one that it does not know, nothing is there. */
  readonly isServed: boolean
  /** What led here. */
  readonly via: SeenRef | undefined
}

/** Says what an object itself proves to be the cause; undefined if it proves none. */
export type CauseRule = (subject: CauseSubject, inquiry: Inquiry) => Claim | undefined

/** Names what an object waits for, the likeliest first. */
export type Lead = (subject: CauseSubject, inquiry: Inquiry) => readonly SeenRef[]

/** What to look at for objects of some kinds. Of rules, the first claim counts, so what proves most comes first. */
export interface Guide {
  /** Rules that no lead can go deeper than. */
  readonly first: readonly CauseRule[]
  readonly leads: readonly Lead[]
  /** Rules for when no lead proves anything. */
  readonly last: readonly CauseRule[]
}
