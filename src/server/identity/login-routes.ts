import type { Clock } from '../../engine/clock.ts'
import type { LogoutResponse } from '../api/login-fault.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import type { OpenRequest, RouteAnswer, ServerRoute, UserRequest } from '../http/server-route.ts'
import type { AuditLog } from './audit-log.ts'
import { readCookie, removeCookie, writeCookie } from './cookie.ts'
import { LoginError, type LoginAttempt, type OidcProvider } from './oidc-provider.ts'
import { returnPath } from './return-path.ts'
import type { Sealer } from './sealer.ts'
import { type SessionStore, sessionLimits } from './session-store.ts'
import type { UserLimits } from '../http/user-limits.ts'

/** What login and logout work with. */
export interface LoginSetting {
  readonly publicUrl: URL
  readonly provider: OidcProvider
  readonly sessions: SessionStore
  readonly sealer: Sealer
  /** For people without a session: all of them together. */
  readonly strangers: UserLimits
  readonly audit: AuditLog
  readonly clock: Clock
}

/** Where the provider sends the browser back to. */
export const CALLBACK_PATH = '/auth/callback'

const PURPOSE = 'login'
const ATTEMPT_MS = 10 * 60_000

interface SealedAttempt extends LoginAttempt {
  readonly next: string
  readonly startedAt: number
}

/** The routes of login and logout. */
export function loginRoutes(setting: LoginSetting): readonly ServerRoute[] {
  return [
    {
      method: 'GET',
      path: '/auth/login',
      right: 'anyone',
      effect: 'session',
      handle: request => beginLogin(request, setting),
    },
    {
      method: 'GET',
      path: CALLBACK_PATH,
      right: 'anyone',
      effect: 'session',
      handle: request => finishLogin(request, setting),
    },
    {
      method: 'POST',
      path: '/api/v1/session:end',
      right: 'session',
      effect: 'session',
      handle: request => endSession(request, setting),
    },
  ]
}

async function beginLogin({ head }: OpenRequest, setting: LoginSetting): Promise<RouteAnswer> {
  const { provider, sealer, clock } = setting
  return forStrangers(setting, async () => {
    const { attempt, url } = await provider.begin()
    const next = returnPath(head.query.get('next'))
    const sealed = sealer.seal({ ...attempt, next, startedAt: clock.now() } satisfies SealedAttempt, PURPOSE)
    // The provider sends the browser back from another site: a strict cookie would not come along.
    const cookie = writeCookie('__Host-fitout-login', sealed, {
      seconds: ATTEMPT_MS / 1000,
      sameSite: 'Lax',
    })
    return { kind: 'redirect', to: url.href, cookies: [cookie] }
  })
}

async function finishLogin({ head }: OpenRequest, setting: LoginSetting): Promise<RouteAnswer> {
  const { provider, sessions, audit } = setting
  return forStrangers(setting, async () => {
    const attempt = attemptOf(readCookie(head.headers.cookie, '__Host-fitout-login'), setting)
    if (!attempt) throw new LoginError('AnswerRefused')
    const grant = await provider.finish(head.query, attempt)
    sessions.end(readCookie(head.headers.cookie, '__Host-fitout'))
    const { cookie } = sessions.open(grant)
    audit({ event: 'Login', user: grant.user.name, groups: grant.user.groups })
    return {
      kind: 'redirect',
      to: attempt.next,
      cookies: [sessionCookie(cookie), removeCookie('__Host-fitout-login')],
    }
  })
}

function sessionCookie(value: string): string {
  const seconds = sessionLimits.absoluteMs / 1000
  return writeCookie('__Host-fitout', value, { seconds, sameSite: 'Strict' })
}

function attemptOf(cookie: string | undefined, { sealer, clock }: LoginSetting): SealedAttempt | undefined {
  if (cookie === undefined) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by this process, as exactly this
  const attempt = sealer.open(cookie, PURPOSE) as SealedAttempt | undefined
  return attempt && clock.now() - attempt.startedAt < ATTEMPT_MS ? attempt : undefined
}

/** A login that fails ends on a page of the console that says why; what came from outside is not repeated there. */
async function forStrangers(
  { strangers, audit }: LoginSetting,
  login: () => Promise<RouteAnswer>,
): Promise<RouteAnswer> {
  const admission = strangers.begin('')
  if (!admission.ok)
    throw new HttpRefusal('TooManyRequests', 'too many logins at the same time: try again', {
      retryAfter: Math.ceil(admission.retryAfterMs / 1000),
    })
  try {
    return await login()
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    audit({ event: 'LoginRefused', reason: error.fault })
    return {
      kind: 'redirect',
      to: `/?loginFailed=${error.fault}`,
      cookies: [removeCookie('__Host-fitout-login')],
    }
  } finally {
    admission.end()
  }
}

async function endSession({ head }: UserRequest, setting: LoginSetting): Promise<RouteAnswer> {
  const { provider, sessions, audit, publicUrl } = setting
  const cookie = readCookie(head.headers.cookie, '__Host-fitout')
  const session = sessions.find(cookie)
  if (session) audit({ event: 'Logout', user: session.user.name })
  sessions.end(cookie)
  const page = await provider.logoutPage(publicUrl)
  const body: LogoutResponse = { to: page?.href ?? '/' }
  return { kind: 'json', body, cookies: [removeCookie('__Host-fitout')] }
}
