import type { Clock } from '../../engine/clock.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Link } from '../../fleet/link/link.ts'
import type { ConsoleIdentity, UserReader, UserSession } from '../http/console-identity.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import type { AllowedAction } from '../api/me-response.ts'
import type { AuditLog } from './audit-log.ts'
import { readCookie } from './cookie.ts'
import { FleetRights } from './fleet-rights.ts'
import { loginRoutes } from './login-routes.ts'
import type { OidcProvider } from './oidc-provider.ts'
import { SessionRenewal } from './renew-session.ts'
import { Sealer } from './sealer.ts'
import type { LoginSession } from './session.ts'
import { SessionStore } from './session-store.ts'
import type { ClaimedUser } from './user-claims.ts'
import { userLink } from './user-link.ts'
import { UserLimits } from '../http/user-limits.ts'

/** What the login behind OIDC is made of. */
export interface OidcIdentitySetting {
  /** Where browsers find the console: `https://fitout.example.com/`. */
  readonly publicUrl: URL
  readonly provider: OidcProvider
  /** The management cluster, as Fitout itself may read it. */
  readonly link: Link
  readonly actions: (session: LoginSession) => readonly AllowedAction[]
  readonly audit: AuditLog
  readonly clock: Clock
}

/** Callers without a session, all together: only their logins cost anything. */
const strangerLimit = { perSecond: 10, burst: 100, atOnce: 20 }

/** Users are who their login provider says, and may see what Kubernetes lets them see. */
export function oidcIdentity(setting: OidcIdentitySetting): ConsoleIdentity {
  const { publicUrl, provider, audit, clock } = setting
  const sessions = new SessionStore(clock)
  const rights = new FleetRights(setting.link.reviewAccess, clock)
  const renewal = new SessionRenewal(provider, clock)
  const strangers = new UserLimits(clock, strangerLimit)
  const sealer = new Sealer()
  return {
    mode: 'login',
    isOwnHost: host => host === publicUrl.host,
    isSecure: publicUrl.protocol === 'https:',
    routes: loginRoutes({ publicUrl, provider, sessions, sealer, strangers, audit, clock }),
    onGitWrite: ({ id }, outcome) => audit({ event: 'GitWrite', user: id, outcome }),
    sessionOf: async ({ headers }) => {
      const cookie = readCookie(headers.cookie, '__Host-fitout')
      const session = sessions.find(cookie)
      if (!session) return undefined
      // An open page is use, too: its stream asks this again and again.
      const isAlive = () => sessions.find(cookie) === session && clock.now() < session.validUntil
      if (await renewal.holds(session)) return userSession(session, { setting, rights, isAlive })
      sessions.end(cookie)
      return undefined
    },
  }
}

interface SessionSetting {
  readonly setting: OidcIdentitySetting
  readonly rights: FleetRights
  readonly isAlive: () => boolean
}

function userSession(session: LoginSession, { setting, rights, isAlive }: SessionSetting): UserSession {
  const { user } = session
  return {
    id: user.name,
    user,
    token: session.requestToken,
    expiresAt: session.refreshToken ? session.endsAt : Math.min(session.endsAt, session.validUntil),
    isAlive,
    reader: userReader(user, setting.link, rights),
    actions: () => setting.actions(session),
    forgeToken: () => session.forgeToken,
    keepForgeToken: token => {
      session.forgeToken = token
    },
  }
}

function userReader(user: ClaimedUser, link: Link, rights: FleetRights): UserReader {
  return {
    link: userLink(link, question => link.reviewAccess(user, question)),
    access: async namespaces => {
      try {
        return await rights.accessOf(user, namespaces)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const message = 'cannot check your rights: the management cluster does not answer'
        throw new HttpRefusal('NotReady', message, { retryAfter: 5 })
      }
    },
  }
}
