import type { Figure } from './compare.ts'

/** One question that `make bench` answers. A subject is a file of this folder, named in main.ts. */
export interface Subject {
  readonly name: string
  /** What was done, in one line for people. */
  readonly summary: string
  /** Why it cannot be measured on this machine; undefined when it can. */
  readonly skipReason?: () => Promise<string | undefined>
  readonly measure: () => Promise<readonly Figure[]>
}
