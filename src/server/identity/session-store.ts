import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../engine/clock.ts'
import { type LoginGrant, LoginSession } from './session.ts'

/** How long sessions last, and how many there are. */
export interface SessionLimits {
  /** Without a request or an open page. */
  readonly idleMs: number
  readonly absoluteMs: number
  readonly perUser: number
  readonly total: number
}

/** The limits of the console. */
export const sessionLimits: SessionLimits = {
  idleMs: 60 * 60_000,
  absoluteMs: 12 * 60 * 60_000,
  perUser: 10,
  total: 2000,
}

interface KeptSession {
  readonly session: LoginSession
  readonly openedAt: number
  usedAt: number
}

/** All sessions. Kept by the digest of their cookie: what is here opens no session. */
export class SessionStore {
  readonly #clock: Clock
  readonly #limits: SessionLimits
  /** Least recently used first. */
  readonly #kept = new Map<string, KeptSession>()

  constructor(clock: Clock, limits: SessionLimits = sessionLimits) {
    this.#clock = clock
    this.#limits = limits
  }

  get size(): number {
    return this.#kept.size
  }

  /** Opens a session with a cookie that nobody has seen before, whatever the browser sent. */
  open(grant: LoginGrant): { readonly cookie: string; readonly session: LoginSession } {
    this.#endOld()
    this.#makeRoom(grant.user.name)
    const cookie = randomBytes(32).toString('base64url')
    const session = new LoginSession(grant, this.#clock.now() + this.#limits.absoluteMs)
    const now = this.#clock.elapsed()
    this.#kept.set(digestOf(cookie), { session, openedAt: now, usedAt: now })
    return { cookie, session }
  }

  /** The session of a cookie, which is used with that; undefined if there is none, or it is over. */
  find(cookie: string | undefined): LoginSession | undefined {
    if (cookie === undefined) return undefined
    const digest = digestOf(cookie)
    const kept = this.#kept.get(digest)
    if (!kept) return undefined
    if (this.#isOver(kept)) {
      this.#end(digest, kept)
      return undefined
    }
    kept.usedAt = this.#clock.elapsed()
    this.#kept.delete(digest)
    this.#kept.set(digest, kept)
    return kept.session
  }

  /** Ends the session of a cookie, if there is one. */
  end(cookie: string | undefined): void {
    if (cookie === undefined) return
    const digest = digestOf(cookie)
    const kept = this.#kept.get(digest)
    if (kept) this.#end(digest, kept)
  }

  #isOver({ openedAt, usedAt, session }: KeptSession): boolean {
    const now = this.#clock.elapsed()
    const { idleMs, absoluteMs } = this.#limits
    return session.ended.aborted || now - usedAt >= idleMs || now - openedAt >= absoluteMs
  }

  #endOld(): void {
    for (const [digest, kept] of this.#kept) if (this.#isOver(kept)) this.#end(digest, kept)
  }

  #makeRoom(user: string): void {
    const own = [...this.#kept].filter(([, { session }]) => session.user.name === user)
    const tooMany = own.slice(0, Math.max(0, own.length - this.#limits.perUser + 1))
    for (const [digest, kept] of tooMany) this.#end(digest, kept)
    for (const [digest, kept] of this.#kept) {
      if (this.#kept.size < this.#limits.total) return
      this.#end(digest, kept)
    }
  }

  #end(digest: string, { session }: KeptSession): void {
    this.#kept.delete(digest)
    session.end()
  }
}

function digestOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url')
}
