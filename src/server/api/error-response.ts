import type { DraftReport } from '../../scaffold/draft/check-draft.ts'
import type { ForgeProblem } from '../../forge/forge-error.ts'

/** Every answer with a status from 400 on. */
export interface ErrorResponse {
  readonly code: ServerErrorCode
  /** `Cluster prod/x is not found, or you do not have access to it`. */
  readonly message: string
  /** In how many seconds it is worth another try. */
  readonly retryAfter?: number
  /** What may have been meant, among what the user may see: `prod/blue`. */
  readonly near?: readonly string[]
  /** With the code `GitHost`. */
  readonly git?: GitHostRefusal
  /** With the code `DraftFails`: the checks as the server made them. */
  readonly report?: DraftReport
}

/** What the Git host did not do, and what was done before it refused. */
export interface GitHostRefusal {
  readonly problem: ForgeProblem
  /** The status of its answer, if there was one. */
  readonly status?: number
  /** Whether the branch and its commit are there. */
  readonly isBranchMade: boolean
  readonly fix?: string
}

/** What went wrong, in one word. */
export type ServerErrorCode =
  /** Absent, or not to be seen by this user: the same answer for both. */
  | 'NotFound'
  | 'BadRequest'
  | 'MethodNotAllowed'
  /** No session, or one that has ended: log in again at `/auth/login`. */
  | 'NotLoggedIn'
  /** Not from the page itself: a foreign origin, or no token. */
  | 'ForeignRequest'
  | 'TooLarge'
  | 'TooManyRequests'
  /** The management cluster does not answer, or the server has not read it yet. */
  | 'NotReady'
  | 'Timeout'
  /** The Git host refused, or did not answer. */
  | 'GitHost'
  /** A draft that fails a check is not proposed. */
  | 'DraftFails'
  | 'Failed'
