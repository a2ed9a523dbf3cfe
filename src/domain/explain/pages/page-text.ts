/** What people wrote about a reason. The rest of its page is made. */
export interface PageText {
  /** What it means. */
  readonly means: string
  /** What must have been seen before Fitout claims it. */
  readonly proven: string
  /** What ends it, the first thing to try first. */
  readonly fix: readonly string[]
}
