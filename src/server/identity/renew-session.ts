import type { Clock } from '../../engine/clock.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import { LoginError, type OidcProvider } from './oidc-provider.ts'
import type { LoginSession } from './session.ts'

/** A provider that does not answer is not asked again at each request. */
const PAUSE_MS = 10_000

/** Asks the provider again who a person is, whenever what it said is over. */
export class SessionRenewal {
  readonly #provider: Pick<OidcProvider, 'refresh'>
  readonly #clock: Clock
  readonly #running = new WeakMap<LoginSession, Promise<boolean>>()
  readonly #failedAt = new WeakMap<LoginSession, number>()

  constructor(provider: Pick<OidcProvider, 'refresh'>, clock: Clock) {
    this.#provider = provider
    this.#clock = clock
  }

  /** Whether the session still holds. Throws `NotReady` while the provider does not answer: then it may hold later. */
  async holds(session: LoginSession): Promise<boolean> {
    if (session.ended.aborted) return false
    if (this.#clock.now() < session.validUntil) return true
    // Together: many providers take a refresh token once.
    const running = this.#running.get(session) ?? this.#renew(session)
    this.#running.set(session, running)
    try {
      return await running
    } finally {
      this.#running.delete(session)
    }
  }

  async #renew(session: LoginSession): Promise<boolean> {
    const { refreshToken } = session
    if (!refreshToken) return false
    if (this.#clock.elapsed() - (this.#failedAt.get(session) ?? -Infinity) < PAUSE_MS) throw unavailable()
    try {
      const grant = await this.#provider.refresh(refreshToken)
      return !session.ended.aborted && session.renew(grant)
    } catch (error) {
      if (!(error instanceof LoginError) || error.fault !== 'ProviderUnavailable') return false
      this.#failedAt.set(session, this.#clock.elapsed())
      throw unavailable()
    }
  }
}

function unavailable(): HttpRefusal {
  return new HttpRefusal('NotReady', 'cannot check your login: the login provider does not answer', {
    retryAfter: PAUSE_MS / 1000,
  })
}
