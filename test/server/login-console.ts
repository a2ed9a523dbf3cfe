import { SecretValue } from '../../src/domain/hand-over/secret-value.ts'
import type { AccessQuestion, ReviewedUser } from '../../src/engine/api/access-review.ts'
import { ApiError } from '../../src/engine/api/api-error.ts'
import type { Link } from '../../src/fleet/link/link.ts'
import { consoleFilesOf } from '../../src/server/http/console-files.ts'
import { readForgeToken } from '../../src/server/http/read-forge-token.ts'
import { HttpRefusal } from '../../src/server/http/http-refusal.ts'
import { type RunningConsole, serveConsole } from '../../src/server/http/serve-console.ts'
import type { ServerRoute } from '../../src/server/http/server-route.ts'
import { UserLimits, userLimit } from '../../src/server/http/user-limits.ts'
import { auditLog } from '../../src/server/identity/audit-log.ts'
import { oidcIdentity } from '../../src/server/identity/oidc-identity.ts'
import { OidcProvider } from '../../src/server/identity/oidc-provider.ts'
import { manualClock } from '../engine/manual-clock.ts'
import { ConsoleBrowser } from './console-browser.ts'
import { LoginProvider } from './login-provider.ts'

const files = consoleFilesOf(new Map([['index.html', Buffer.from('<!doctype html><title>Fitout</title>')]]))

/** Answers with what the checks let through. */
const routes: readonly ServerRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/me',
    right: 'session',
    effect: 'nothing',
    handle: ({ session: { user, token, expiresAt } }) => ({ kind: 'json', body: { user, token, expiresAt } }),
  },
  {
    method: 'GET',
    path: '/api/v1/clusters/{namespace}/{name}',
    right: 'namespace',
    effect: 'nothing',
    handle: ({ params }) => ({ kind: 'json', body: params }),
  },
  {
    method: 'POST',
    path: '/api/v1/drafts:open',
    right: 'session',
    effect: 'git',
    handle: ({ session }) => {
      if (session.forgeToken() === undefined) throw new HttpRefusal('GitHost', 'enter your token')
      return { kind: 'json', body: { hasToken: true, change: { url: 'https://git.example.com/7' } } }
    },
  },
  {
    method: 'PUT',
    path: '/api/v1/me/forge-token',
    right: 'session',
    effect: 'session',
    handle: ({ session, body }) => {
      session.keepForgeToken(readForgeToken(body))
      return { kind: 'json', body: { hasToken: session.forgeToken() !== undefined } }
    },
  },
]

/** The console behind a login, with a provider and RBAC that a test decides on. Time stands still until a test moves it. */
export class LoginConsole {
  readonly url = new URL('https://fitout.example.com/')
  readonly clock = manualClock()
  readonly provider = new LoginProvider(() => this.clock.now())
  /** `user namespace` or `user *`. */
  readonly allowed = new Set<string>()
  readonly audit: string[] = []
  readonly failures: unknown[] = []
  isKubernetesDown = false
  #server: RunningConsole | undefined

  async start(limit = userLimit): Promise<void> {
    // The library that checks ID tokens has the clock of the machine.
    this.clock.jump(Date.now() - this.clock.now())
    await this.provider.start()
    const { url: publicUrl, clock } = this
    const provider = new OidcProvider(
      {
        issuer: new URL(this.provider.origin),
        clientId: this.provider.clientId,
        clientSecret: SecretValue.ofText(this.provider.clientSecret),
        redirectUri: new URL('/auth/callback', publicUrl).href,
        scopes: [],
        usernameClaim: 'sub',
        usernamePrefix: '',
        groupsClaim: 'groups',
        groupsPrefix: '',
      },
      clock,
    )
    const link = {
      reviewAccess: async ({ name }: ReviewedUser, { namespace }: AccessQuestion) =>
        this.#mayList(name, namespace),
    } as Link
    const identity = oidcIdentity({
      publicUrl,
      provider,
      link,
      actions: () => [],
      audit: auditLog(line => this.audit.push(line), clock),
      clock,
    })
    this.#server = await serveConsole({
      host: '127.0.0.1',
      port: 0,
      routes: [...routes, ...identity.routes],
      identity,
      files,
      onFailure: error => this.failures.push(error),
      userLimits: new UserLimits(clock, limit),
    })
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
    await this.provider.stop()
  }

  /** A browser that has never been here. */
  browser(): ConsoleBrowser {
    return new ConsoleBrowser(this.#server?.port ?? 0, this.url)
  }

  /** A browser in which somebody has logged in. */
  async loggedIn(sub = 'ada', groups: readonly string[] = []): Promise<ConsoleBrowser> {
    const browser = this.browser()
    await this.logIn(browser, sub, { groups })
    return browser
  }

  /** Logs in, and returns where that led. */
  async logIn(
    browser: ConsoleBrowser,
    sub = 'ada',
    { groups = [], next = '/' }: { readonly groups?: readonly string[]; readonly next?: string } = {},
  ): Promise<string> {
    const { headers } = await browser.get(`/auth/login?next=${encodeURIComponent(next)}`)
    this.provider.person = { sub, groups }
    const back = this.provider.approve(new URL(headers.location ?? ''))
    const done = await browser.get(`${back.pathname}${back.search}`)
    return done.headers.location ?? ''
  }

  #mayList(name: string, namespace: string | undefined): boolean {
    if (this.isKubernetesDown) throw new ApiError('Unreachable', { call: 'review' })
    return this.allowed.has(`${name} ${namespace ?? '*'}`)
  }
}
