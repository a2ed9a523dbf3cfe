import { SecretValue } from '../../src/domain/hand-over/secret-value.ts'
import type { AccessReview } from '../../src/engine/api/access-review.ts'
import { systemClock } from '../../src/kube/system-clock.ts'
import { auditLog } from '../../src/server/identity/audit-log.ts'
import { oidcIdentity } from '../../src/server/identity/oidc-identity.ts'
import { OidcProvider } from '../../src/server/identity/oidc-provider.ts'
import { demoFleet } from '../../src/simulator/demo/demo-fleet.ts'
import { type BrowserAnswer, ConsoleBrowser } from './console-browser.ts'
import { LoginProvider } from './login-provider.ts'
import { ServedConsole } from './served-console.ts'

/** After this time the fleet of the demo has its clusters, and their trouble. */
const SETTLED_MS = 480_000

/** For tests: the real server on a simulated fleet, behind a login. `allowed` has `user namespace`, or `user *`. */
export class ConsoleBehindLogin {
  readonly provider = new LoginProvider(Date.now)
  readonly allowed = new Set<string>()
  readonly audit: string[] = []
  readonly #url = new URL('http://localhost/')
  readonly served = new ServedConsole(demoFleet({ clusters: 5, seed: 1 }), {
    identity: link =>
      oidcIdentity({
        publicUrl: this.#url,
        provider: this.#provider(),
        link: { ...link, reviewAccess: this.#review },
        actions: () => [],
        audit: auditLog(line => this.audit.push(line), systemClock),
        clock: systemClock,
      }),
  })

  readonly #review: AccessReview = async ({ name }, { namespace = '*' }) =>
    this.allowed.has(`${name} ${namespace}`)

  async start(): Promise<void> {
    await this.provider.start()
    await this.served.start()
    this.#url.port = String(this.served.port)
    await this.served.demo.fleet.clock.advance(SETTLED_MS)
  }

  async stop(): Promise<void> {
    await this.served.stop()
    await this.provider.stop()
  }

  /** A browser that has never been here. */
  stranger(): ConsoleBrowser {
    return new ConsoleBrowser(this.served.port, this.#url)
  }

  /** A browser in which somebody has logged in, once the server has read the fleet. */
  async loggedIn(sub: string): Promise<ConsoleBrowser> {
    const browser = this.stranger()
    const { headers } = await browser.get('/auth/login')
    this.provider.person = { sub }
    const back = this.provider.approve(new URL(headers.location ?? ''))
    await browser.get(`${back.pathname}${back.search}`)
    await this.served.until(async () => (await this.get(browser, 'fleet')).status === 200)
    return browser
  }

  /** Reads while the time of the fleet passes. */
  async get(browser: ConsoleBrowser, path: string): Promise<BrowserAnswer> {
    return this.served.during(browser.get(`/api/v1/${path}`))
  }

  #provider(): OidcProvider {
    const settings = {
      issuer: new URL(this.provider.origin),
      clientId: this.provider.clientId,
      clientSecret: SecretValue.ofText(this.provider.clientSecret),
      redirectUri: 'http://localhost/auth/callback',
      scopes: [],
      usernameClaim: 'sub',
      usernamePrefix: '',
      groupsClaim: 'groups',
      groupsPrefix: '',
    }
    return new OidcProvider(settings, systemClock)
  }
}
