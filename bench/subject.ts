import type { Figure } from './compare.ts'

/** One question that `make bench` answers. A subject is a file of this folder, named in main.ts. */
export interface Subject {
  readonly name: string
  /** What was done, in one line for people. */
  readonly summary: string
  readonly measure: () => Promise<readonly Figure[]>
}
