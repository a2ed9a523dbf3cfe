/** Whether this process is the one that acts. */
export interface Leadership {
  /** False as soon as another one might act, measured by our own clock. Ask before every write. */
  readonly mayWrite: () => boolean
}

/** A write that was not made, because this process no longer leads. */
export class LeadershipLostError extends Error {
  override readonly name = 'LeadershipLostError'
  readonly code = 'LEADERSHIP_LOST'

  constructor(call: string) {
    super(`cannot ${call}: this process is not the leader`)
  }
}
