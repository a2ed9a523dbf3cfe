import * as oauth from 'oauth4webapi'
import { SecretValue } from '../../domain/hand-over/secret-value.ts'
import type { Clock } from '../../engine/clock.ts'
import type { LoginFault } from '../api/login-fault.ts'
import { type ClaimRules, readUserClaims } from './user-claims.ts'
import { isLoopbackHost } from './loopback-host.ts'
import type { LoginGrant } from './session.ts'

/** How the console is known at a provider of logins (OpenID Connect). */
export interface OidcSettings extends ClaimRules {
  readonly issuer: URL
  readonly clientId: string
  /** Absent for a public client: PKCE protects the code then. */
  readonly clientSecret: SecretValue | undefined
  /** `https://fitout.example.com/auth/callback`. */
  readonly redirectUri: string
  readonly scopes: readonly string[]
}

/** What a login needs to remember until the browser comes back. */
export interface LoginAttempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Nobody is logged in. The message says nothing that came from outside. */
export class LoginError extends Error {
  override readonly name = 'LoginError'
  readonly fault: LoginFault

  constructor(fault: LoginFault) {
    super(`cannot log in: ${fault}`)
    this.fault = fault
  }
}

const CALL_MS = 10_000
const MOST_BYTES = 1024 * 1024
/** Keys are asked for again by themselves; addresses change when somebody moves the provider. */
const DISCOVERY_MS = 60 * 60_000
const CLOCK_TOLERANCE_S = 30
/** Some providers vouch for a day. A group that was taken away must not last so long: whoever can be asked again is. */
const RENEW_MS = 15 * 60_000

interface Discovered {
  readonly at: number
  readonly server: Promise<oauth.AuthorizationServer>
}

/** A provider of logins: code flow with PKCE, state and nonce; the ID token is checked by its signature. */
export class OidcProvider {
  readonly #settings: OidcSettings
  readonly #clock: Clock
  readonly #client: oauth.Client
  readonly #auth: oauth.ClientAuth
  readonly #options: CallOptions
  #discovered: Discovered | undefined

  constructor(settings: OidcSettings, clock: Clock) {
    this.#settings = settings
    this.#clock = clock
    this.#client = { client_id: settings.clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE_S }
    this.#auth = authOf(settings.clientSecret)
    this.#options = callOptions(settings.issuer)
  }

  /** Begins a login: what to remember, and where to send the browser. */
  async begin(): Promise<{ readonly attempt: LoginAttempt; readonly url: URL }> {
    const server = await this.#server()
    const url = pageOf(server.authorization_endpoint, this.#settings.issuer)
    const attempt = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    }
    const { clientId, redirectUri } = this.#settings
    const parameters = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: this.#scope(server),
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return { attempt, url }
  }

  /** Ends a login with the address that the browser came back to. Throws a LoginError when it proves nothing. */
  async finish(returned: URLSearchParams, attempt: LoginAttempt): Promise<LoginGrant> {
    const server = await this.#server()
    return this.#grantFrom(server, async () => {
      const parameters = oauth.validateAuthResponse(server, this.#client, returned, attempt.state)
      const { redirectUri } = this.#settings
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        this.#client,
        this.#auth,
        parameters,
        redirectUri,
        attempt.verifier,
        this.#options(),
      )
      const wanted = { expectedNonce: attempt.nonce, requireIdToken: true }
      const tokens = await oauth.processAuthorizationCodeResponse(server, this.#client, response, wanted)
      return { tokens, response }
    })
  }

  /** Asks again who a person is. Throws a LoginError with `ProviderRefused` when the login is over at the provider. */
  async refresh(refreshToken: SecretValue): Promise<LoginGrant> {
    const server = await this.#server()
    return this.#grantFrom(
      server,
      async () => {
        const text = Buffer.from(refreshToken.reveal()).toString('utf8')
        const options = this.#options()
        const response = await oauth.refreshTokenGrantRequest(server, this.#client, this.#auth, text, options)
        const tokens = await oauth.processRefreshTokenResponse(server, this.#client, response)
        return { tokens, response }
      },
      refreshToken,
    )
  }

  /** Where to send a browser that logged out, so that the provider ends its session, too; undefined if it cannot. */
  async logoutPage(returnTo: URL): Promise<URL | undefined> {
    const server = await this.#server().catch(() => undefined)
    if (server?.end_session_endpoint === undefined) return undefined
    const url = pageOf(server.end_session_endpoint, this.#settings.issuer)
    url.searchParams.set('client_id', this.#settings.clientId)
    url.searchParams.set('post_logout_redirect_uri', returnTo.href)
    return url
  }

  async #grantFrom(
    server: oauth.AuthorizationServer,
    ask: () => Promise<Answered>,
    before?: SecretValue,
  ): Promise<LoginGrant> {
    try {
      const { tokens, response } = await ask()
      const claims = oauth.getValidatedIdTokenClaims(tokens)
      if (!claims) throw new LoginError('AnswerRefused')
      // Over TLS this is no must for OpenID Connect. For us it is: the token decides who calls Kubernetes.
      await oauth.validateApplicationLevelSignature(server, response, this.#options())
      const read = readUserClaims(claims, this.#settings)
      if (!read.ok) throw new LoginError(read.reason)
      const { refresh_token: text } = tokens
      // Some send a new one each time, others none: then the old one goes on.
      const refreshToken = text === undefined ? before : SecretValue.ofText(text)
      const validUntil = claims.exp * 1000
      if (refreshToken === undefined) return { user: read.user, validUntil, refreshToken }
      return {
        user: read.user,
        validUntil: Math.min(validUntil, this.#clock.now() + RENEW_MS),
        refreshToken,
      }
    } catch (error) {
      throw loginError(error)
    }
  }

  async #server(): Promise<oauth.AuthorizationServer> {
    const now = this.#clock.elapsed()
    if (!this.#discovered || now - this.#discovered.at >= DISCOVERY_MS)
      this.#discovered = { at: now, server: this.#discover() }
    const { server } = this.#discovered
    try {
      return await server
    } catch {
      // Not kept: the next login asks again.
      if (this.#discovered.server === server) this.#discovered = undefined
      throw new LoginError('ProviderUnavailable')
    }
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    const { issuer } = this.#settings
    const response = await oauth.discoveryRequest(issuer, { ...this.#options(), algorithm: 'oidc' })
    return oauth.processDiscoveryResponse(issuer, response)
  }

  // Without a refresh token a session ends with the first ID token, at some providers after minutes.
  #scope({ scopes_supported: supported = [] }: oauth.AuthorizationServer): string {
    const wanted = ['openid', ...this.#settings.scopes]
    return [...new Set(supported.includes('offline_access') ? [...wanted, 'offline_access'] : wanted)].join(
      ' ',
    )
  }
}

interface Answered {
  readonly tokens: oauth.TokenEndpointResponse
  readonly response: Response
}

function authOf(secret: SecretValue | undefined): oauth.ClientAuth {
  if (!secret) return oauth.None()
  return oauth.ClientSecretBasic(Buffer.from(secret.reveal()).toString('utf8'))
}

type CallOptions = () => {
  readonly signal: AbortSignal
  readonly [oauth.customFetch]: typeof fetchLittle
  readonly [oauth.allowInsecureRequests]: boolean
}

function callOptions(issuer: URL): CallOptions {
  const isLoopback = issuer.protocol === 'http:' && isLoopbackHost(issuer.hostname)
  return () => ({
    signal: AbortSignal.timeout(CALL_MS),
    [oauth.customFetch]: fetchLittle,
    // Only for tests and demonstrations on one machine: what is not loopback must be https.
    [oauth.allowInsecureRequests]: isLoopback,
  })
}

/** Calls the provider: no redirects, and no answer that has no end. */
async function fetchLittle(url: string, { body, ...init }: LittleInit): Promise<Response> {
  const sent = body === undefined ? {} : { body }
  const response = await fetch(url, { ...init, ...sent, redirect: 'manual' })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new LoginError('ProviderUnavailable')
    chunks.push(chunk)
  }
  const { status, headers } = response
  const mayHaveBody = ![101, 204, 205, 304].includes(status)
  return new Response(mayHaveBody ? Buffer.concat(chunks) : null, { status, headers })
}

type LittleInit = oauth.CustomFetchOptions<'GET' | 'POST', URLSearchParams | undefined>

// A provider that sends people to a page of another scheme would take them anywhere.
function pageOf(address: string | undefined, issuer: URL): URL {
  const url = address === undefined ? null : URL.parse(address)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && issuer.protocol === 'http:')
  if (!url || !isSafe) throw new LoginError('ProviderUnavailable')
  return url
}

const doubts: ReadonlySet<string> = new Set([
  oauth.INVALID_RESPONSE,
  oauth.JWT_TIMESTAMP_CHECK,
  oauth.JWT_CLAIM_COMPARISON,
  oauth.JSON_ATTRIBUTE_COMPARISON,
  oauth.KEY_SELECTION,
])

function loginError(error: unknown): LoginError {
  if (error instanceof LoginError) return error
  if (error instanceof oauth.AuthorizationResponseError) return new LoginError('ProviderRefused')
  if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant')
    return new LoginError('ProviderRefused')
  if (error instanceof oauth.UnsupportedOperationError) return new LoginError('AnswerRefused')
  const isDoubtful = error instanceof oauth.OperationProcessingError && doubts.has(error.code ?? '')
  return new LoginError(isDoubtful ? 'AnswerRefused' : 'ProviderUnavailable')
}
