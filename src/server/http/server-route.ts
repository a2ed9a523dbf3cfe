import type { RequestHead } from './request-head.ts'
import type { UserSession } from './console-identity.ts'

/**
 * What a route changes. There is no word for a cluster: no route writes to one.
 *
 * `session`: login and logout. `git`: a branch and a merge request. `simulation`: the demo.
 */
export type RouteEffect = 'nothing' | 'session' | 'git' | 'simulation'

interface RouteAddress {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** `/api/v1/clusters/{namespace}/{name}`: what is in braces is one segment of any text. */
  readonly path: string
  readonly effect: RouteEffect
}

/** A route for people who are not logged in, such as the login. */
interface OpenRoute extends RouteAddress {
  readonly right: 'anyone'
  readonly handle: (request: OpenRequest) => RouteAnswer | Promise<RouteAnswer>
}

/** A route for users. */
export interface UserRoute extends RouteAddress {
  /**
   * `session`: the answer is made of what the user may see. `namespace`: the user must be allowed to see the clusters of
   * `{namespace}`; if not, the answer is the same as for a cluster that does not exist.
   */
  readonly right: 'session' | 'namespace'
  readonly handle: (request: UserRequest) => RouteAnswer | Promise<RouteAnswer>
}

/** One way to call the server. All of them are in one table: see src/server/routes. */
export type ServerRoute = OpenRoute | UserRoute

/** What every handler gets. */
export interface OpenRequest {
  readonly head: RequestHead
  /** What stands for the braces of the path. */
  readonly params: Readonly<Record<string, string>>
  /** The JSON of a POST or PUT; undefined for GET. */
  readonly body: unknown
  /** Aborts when the caller has gone or the time is over. */
  readonly signal: AbortSignal
}

/** A request of a user. */
export interface UserRequest extends OpenRequest {
  readonly session: UserSession
}

/** What a handler gives back. What it refuses it throws, as an HttpRefusal. */
export type RouteAnswer =
  | {
      readonly kind: 'json'
      readonly body: object
      /** Whole `Set-Cookie` lines. */
      readonly cookies?: readonly string[]
    }
  | { readonly kind: 'redirect'; readonly to: string; readonly cookies?: readonly string[] }
  | { readonly kind: 'stream'; readonly open: (output: StreamOutput) => void }

/** Where a stream of events is written to. */
export interface StreamOutput {
  /** False if the reader is slow: what is written before `onDrain` is kept in memory. */
  readonly write: (text: string) => boolean
  readonly onDrain: (drained: () => void) => void
  readonly onClose: (closed: () => void) => void
  /** Ends it at once; nothing that is not sent yet is sent. */
  readonly cut: () => void
}
