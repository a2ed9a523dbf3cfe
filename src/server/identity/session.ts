import { randomBytes } from 'node:crypto'
import type { SecretValue } from '../../domain/hand-over/secret-value.ts'
import type { ClaimedUser } from './user-claims.ts'

/** What a login brings: who it is, until when that holds, and how to ask again. */
export interface LoginGrant {
  readonly user: ClaimedUser
  /** When the provider's word ends, milliseconds since 1970. */
  readonly validUntil: number
  /** Absent where the provider gives none: then the session ends with its word. */
  readonly refreshToken: SecretValue | undefined
}

/** A person who is logged in, in one browser. Nothing of it is ever written down. */
export class LoginSession {
  /** Sent back with every POST by the page, which alone can read it. */
  readonly requestToken = randomBytes(32).toString('base64url')
  /** When the session ends whatever happens, milliseconds since 1970. */
  readonly endsAt: number
  /** The person's own token for the Git host. */
  forgeToken: SecretValue | undefined
  #grant: LoginGrant
  readonly #end = new AbortController()

  constructor(grant: LoginGrant, endsAt: number) {
    this.#grant = grant
    this.endsAt = endsAt
  }

  get user(): ClaimedUser {
    return this.#grant.user
  }

  get validUntil(): number {
    return this.#grant.validUntil
  }

  get refreshToken(): SecretValue | undefined {
    return this.#grant.refreshToken
  }

  /** Aborts when the session ends, with everything that still runs for it. */
  get ended(): AbortSignal {
    return this.#end.signal
  }

  /** Takes what the provider says now: groups may have changed. Not another person: that is another login. */
  renew(grant: LoginGrant): boolean {
    if (grant.user.name !== this.user.name) return false
    this.#grant = grant
    return true
  }

  /** Ends it, and forgets what was secret. */
  end(): void {
    this.#end.abort()
    this.forgeToken = undefined
    this.#grant = { ...this.#grant, refreshToken: undefined }
  }
}
