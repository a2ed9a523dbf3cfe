import { createHash, generateKeyPairSync, type KeyPairKeyObjectResult, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Claims = Readonly<Record<string, unknown>>

interface IssuedCode {
  readonly nonce: string | null
  readonly challenge: string | null
  readonly redirectUri: string | null
}

const CLIENT_ID = 'fitout'

const [own, foreign] = [newKeys(), newKeys()]

function newKeys(): KeyPairKeyObjectResult {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

/** What a test wants the provider to do otherwise. */
export interface ProviderFaults {
  /** Instead of the claims that are right. */
  claims?: Claims
  /** Another key than the one that is published. */
  isForeignKey?: boolean
  /** `alg: none`, without a signature. */
  isUnsigned?: boolean
  /** Whether codes are good for anyone who has them. */
  ignoresVerifier?: boolean
  /** Answers of the token endpoint, in place of its own. */
  tokenAnswer?: { readonly status: number; readonly body: string }
  /** What discovery says, beside what is right. */
  discovery?: Claims
  refusesRefresh?: boolean
}

/** An OpenID provider of one client, for tests: it signs with a real key, and a login needs no password. */
export class LoginProvider {
  readonly faults: ProviderFaults = {}
  readonly clientId = CLIENT_ID
  readonly clientSecret = 'client-secret-canary'
  /** What the token endpoint was asked, in order. */
  readonly asked: URLSearchParams[] = []
  /** Who logs in next, with the claims of that person. */
  person: Claims = { sub: 'ada', groups: ['platform'] }
  /** Seconds for which an ID token holds. */
  lifetime = 300
  origin = ''
  readonly #codes = new Map<string, IssuedCode>()
  readonly #now: () => number
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  /** `now` in milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  async start(): Promise<void> {
    await new Promise<void>(resolve => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => {
      this.#server.close(resolve)
    })
  }

  /** What a browser does at the provider: it says yes, and comes back with a code. */
  approve(login: URL): URL {
    const asked = login.searchParams
    const code = randomBytes(16).toString('hex')
    this.#codes.set(code, {
      nonce: asked.get('nonce'),
      challenge: asked.get('code_challenge'),
      redirectUri: asked.get('redirect_uri'),
    })
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', asked.get('state') ?? '')
    return back
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.origin)
    if (pathname === '/.well-known/openid-configuration') return this.#send(response, this.#discovery())
    if (pathname === '/keys') return this.#send(response, { keys: [this.#publicKey()] })
    if (pathname === '/token') return this.#token(await formOf(request), response)
    response.writeHead(404).end()
  }

  #discovery(): Claims {
    return {
      issuer: this.origin,
      authorization_endpoint: `${this.origin}/authorize`,
      token_endpoint: `${this.origin}/token`,
      jwks_uri: `${this.origin}/keys`,
      end_session_endpoint: `${this.origin}/logout`,
      scopes_supported: ['openid', 'offline_access'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...this.faults.discovery,
    }
  }

  #publicKey(): Claims {
    return { ...own.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }
  }

  #token(form: URLSearchParams, response: ServerResponse): void {
    this.asked.push(form)
    const { tokenAnswer, refusesRefresh, ignoresVerifier } = this.faults
    if (tokenAnswer) return void response.writeHead(tokenAnswer.status, JSON_TYPE).end(tokenAnswer.body)
    if (form.get('grant_type') === 'refresh_token') {
      const isKnown = form.get('refresh_token') === 'refresh-canary' && refusesRefresh !== true
      return isKnown ? this.#issue(response, null) : this.#refuse(response)
    }
    const issued = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      issued?.redirectUri === form.get('redirect_uri') &&
      (ignoresVerifier === true || issued?.challenge === challenge)
    return isRight ? this.#issue(response, issued?.nonce ?? null) : this.#refuse(response)
  }

  #refuse(response: ServerResponse): void {
    response
      .writeHead(400, JSON_TYPE)
      .end(JSON.stringify({ error: 'invalid_grant', error_description: '<b>no</b>' }))
  }

  #issue(response: ServerResponse, nonce: string | null): void {
    const now = Math.floor(this.#now() / 1000)
    const claims = {
      iss: this.origin,
      aud: CLIENT_ID,
      iat: now,
      exp: now + this.lifetime,
      ...(nonce === null ? {} : { nonce }),
      ...this.person,
      ...this.faults.claims,
    }
    this.#send(response, {
      access_token: 'access-canary',
      token_type: 'Bearer',
      expires_in: this.lifetime,
      refresh_token: 'refresh-canary',
      id_token: this.#signed(claims),
    })
  }

  #signed(claims: Claims): string {
    const { isForeignKey, isUnsigned } = this.faults
    const head = isUnsigned === true ? { alg: 'none' } : { alg: 'RS256', kid: 'k1' }
    const text = [head, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    if (isUnsigned === true) return `${text}.`
    const { privateKey } = isForeignKey === true ? foreign : own
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }

  #send(response: ServerResponse, body: object): void {
    response.writeHead(200, JSON_TYPE).end(JSON.stringify(body))
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
