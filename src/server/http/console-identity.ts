import type { SecretValue } from '../../domain/hand-over/secret-value.ts'
import type { Link } from '../../fleet/link/link.ts'
import type { AllowedAction, MeResponse } from '../api/me-response.ts'
import type { RequestHead } from './request-head.ts'
import type { ServerRoute } from './server-route.ts'

/** Who sends requests, and what they may see. Adapters: `LocalIdentity`, and the login behind OIDC. */
export interface ConsoleIdentity {
  readonly mode: MeResponse['mode']
  /** Whether the header `Host` names this server. A page elsewhere can let its own name lead here. */
  readonly isOwnHost: (host: string) => boolean
  /** The session of a request; undefined without one. May throw an HttpRefusal, such as `TooManyRequests`. */
  readonly sessionOf: (head: RequestHead) => Promise<UserSession | undefined>
  /** Login and logout. */
  readonly routes: readonly ServerRoute[]
  /** Whether browsers reach this server by https alone. */
  readonly isSecure: boolean
  /** Told of every call that may have written to Git: the merge request, or the code of the refusal. */
  readonly onGitWrite?: (session: UserSession, outcome: string) => void
}

/** A user who is logged in, or whoever runs the server. */
export interface UserSession {
  /** The same for all requests of the session, and no secret: limits are counted by it. */
  readonly id: string
  readonly user: MeResponse['user']
  /** Comes with every POST and PUT as the header `X-Fitout-Token`: other pages cannot read it. */
  readonly token: string
  /** Milliseconds since 1970; undefined for one that does not end. */
  readonly expiresAt: number | undefined
  /** False once it has ended, by time or logout: then its streams end. */
  readonly isAlive: () => boolean
  readonly reader: UserReader
  /** What this user can do here beside reading, and why not. */
  readonly actions: () => readonly AllowedAction[]
  /** This user's own token for the Git host; undefined while there is none. It is sent to that host and nowhere else. */
  readonly forgeToken: () => SecretValue | undefined
  /** Keeps such a token until the session ends, or forgets it. */
  readonly keepForgeToken: (token: SecretValue | undefined) => void
}

/** Reads with the rights of one user. There is nothing in here that writes. */
export interface UserReader {
  /** Which of these namespaces the user may see. Kept for a short time. */
  readonly access: (namespaces: readonly string[]) => Promise<FleetAccess>
  /** Reads live, as this user. Its writes fail: see `readOnlyLink`. */
  readonly link: Link
}

/** The part of a fleet that somebody may see. */
export interface FleetAccess {
  /** The same for two users who may see the same. */
  readonly key: string
  /** Whether the user may see less than all namespaces. */
  readonly isPartial: boolean
  readonly maySee: (namespace: string) => boolean
}
