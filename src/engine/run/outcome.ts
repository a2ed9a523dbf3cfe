/** What a reconcile says when it has not failed. Waiting is no failure: no backoff, no error. */
export type Outcome = { readonly kind: 'done' } | { readonly kind: 'wait'; readonly milliseconds: number }

/** Nothing to do until something changes. */
export const done: Outcome = { kind: 'done' }

/** Look again after so many milliseconds, or earlier when something changes. */
export function wait(milliseconds: number): Outcome {
  return { kind: 'wait', milliseconds }
}

/** A failure that trying again cannot fix. The key rests until it is added again. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError'
  readonly code = 'TERMINAL'
}
