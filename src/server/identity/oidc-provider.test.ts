import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SecretValue } from '../../domain/hand-over/secret-value.ts'
import { systemClock } from '../../kube/system-clock.ts'
import { LoginProvider, type ProviderFaults } from '#test/server/login-provider.ts'
import { isLoopbackHost } from './loopback-host.ts'
import { OidcProvider, type OidcSettings } from './oidc-provider.ts'

const REDIRECT = 'https://fitout.example.com/auth/callback'

let remote = new LoginProvider(Date.now)
beforeEach(async () => {
  remote = new LoginProvider(Date.now)
  await remote.start()
})
afterEach(() => remote.stop())

function providerFor(changes: Partial<OidcSettings> = {}): OidcProvider {
  const settings: OidcSettings = {
    issuer: new URL(remote.origin),
    clientId: remote.clientId,
    clientSecret: SecretValue.ofText(remote.clientSecret),
    redirectUri: REDIRECT,
    scopes: ['profile'],
    usernameClaim: 'sub',
    usernamePrefix: 'oidc:',
    groupsClaim: 'groups',
    groupsPrefix: 'oidc:',
    ...changes,
  }
  return new OidcProvider(settings, systemClock)
}

async function logIn(provider: OidcProvider, change = (back: URL): URL => back) {
  const { attempt, url } = await provider.begin()
  return provider.finish(change(remote.approve(url)).searchParams, attempt)
}

const soon = () => Math.floor(Date.now() / 1000)

describe('A login', () => {
  test('says who it is, with the prefixes, and until when that holds', async () => {
    const grant = await logIn(providerFor())
    expect(grant.user).toEqual({ name: 'oidc:ada', groups: ['oidc:platform'] })
    expect(grant.validUntil).toBeGreaterThan(Date.now())
    expect(grant.refreshToken?.isSame(SecretValue.ofText('refresh-canary'))).toBe(true)
  })

  test('asks for a code, with PKCE, state and nonce, and for a refresh token where there are some', async () => {
    const { attempt, url } = await providerFor().begin()
    const { code_challenge: challenge, ...asked } = Object.fromEntries(url.searchParams)
    expect(asked).toEqual({
      client_id: 'fitout',
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'openid profile offline_access',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge_method: 'S256',
    })
    expect([challenge === attempt.verifier, new Set(Object.values(attempt)).size]).toEqual([false, 3])
  })

  test('is another one each time', async () => {
    const provider = providerFor()
    const [one, other] = [await provider.begin(), await provider.begin()]
    expect(one.attempt.state).not.toBe(other.attempt.state)
    expect(one.attempt.nonce).not.toBe(other.attempt.nonce)
    expect(one.attempt.verifier).not.toBe(other.attempt.verifier)
  })

  const refused: readonly {
    readonly name: string
    readonly faults: () => ProviderFaults
    readonly fault: string
  }[] = [
    { name: 'that another key signed', faults: () => ({ isForeignKey: true }), fault: 'AnswerRefused' },
    { name: 'that nobody signed', faults: () => ({ isUnsigned: true }), fault: 'AnswerRefused' },
    { name: 'for another client', faults: () => ({ claims: { aud: 'other' } }), fault: 'AnswerRefused' },
    {
      name: 'for several clients, made for another one',
      faults: () => ({ claims: { aud: ['fitout', 'other'], azp: 'other' } }),
      fault: 'AnswerRefused',
    },
    {
      name: 'of another provider',
      faults: () => ({ claims: { iss: 'https://elsewhere.example.com' } }),
      fault: 'AnswerRefused',
    },
    { name: 'with another nonce', faults: () => ({ claims: { nonce: 'replayed' } }), fault: 'AnswerRefused' },
    {
      name: 'that has expired',
      faults: () => ({ claims: { exp: soon() - 3600, iat: soon() - 7200 } }),
      fault: 'AnswerRefused',
    },
    {
      name: 'that is valid only later',
      faults: () => ({ claims: { nbf: soon() + 3600 } }),
      fault: 'AnswerRefused',
    },
    { name: 'without a name', faults: () => ({ claims: { sub: '' } }), fault: 'UsernameMissing' },
    {
      name: 'that the provider refuses',
      faults: () => ({ tokenAnswer: { status: 400, body: '{"error":"invalid_grant"}' } }),
      fault: 'ProviderRefused',
    },
    {
      name: 'when the provider fails',
      faults: () => ({ tokenAnswer: { status: 500, body: 'oops' } }),
      fault: 'ProviderUnavailable',
    },
    {
      name: 'when the provider has no end',
      faults: () => ({ tokenAnswer: { status: 200, body: `{"x":"${'x'.repeat(2 * 1024 * 1024)}"}` } }),
      fault: 'ProviderUnavailable',
    },
    {
      name: 'when discovery names another issuer',
      faults: () => ({ discovery: { issuer: 'https://elsewhere.example.com' } }),
      fault: 'ProviderUnavailable',
    },
    {
      name: 'when the page of the provider is no web page',
      faults: () => ({ discovery: { authorization_endpoint: 'javascript:alert(1)' } }),
      fault: 'ProviderUnavailable',
    },
  ]
  test.each(refused)('is refused $name', async ({ faults, fault }) => {
    Object.assign(remote.faults, faults())
    await expect(logIn(providerFor())).rejects.toMatchObject({ name: 'LoginError', fault })
  })

  test('is refused with the state of another login', async () => {
    const login = logIn(providerFor(), back => {
      back.searchParams.set('state', 'of-another')
      return back
    })
    await expect(login).rejects.toMatchObject({ fault: 'AnswerRefused' })
  })

  test('is refused when the person said no, and nothing of what the provider says is quoted', async () => {
    const login = logIn(providerFor(), back => {
      back.searchParams.delete('code')
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', '<script>alert(1)</script>')
      return back
    })
    await expect(login).rejects.toMatchObject({
      fault: 'ProviderRefused',
      message: 'cannot log in: ProviderRefused',
    })
  })

  test('is refused to who stole the code: the verifier is in another browser', async () => {
    const provider = providerFor()
    const victim = await provider.begin()
    const thief = await provider.begin()
    const back = remote.approve(victim.url).searchParams
    const stolen = { ...thief.attempt, state: victim.attempt.state, nonce: victim.attempt.nonce }
    await expect(provider.finish(back, stolen)).rejects.toMatchObject({ fault: 'ProviderRefused' })
  })

  test('works with a code once', async () => {
    const provider = providerFor()
    const { attempt, url } = await provider.begin()
    const back = remote.approve(url).searchParams
    await provider.finish(back, attempt)
    await expect(provider.finish(back, attempt)).rejects.toMatchObject({ fault: 'ProviderRefused' })
  })

  test('is possible again once the provider is back', async () => {
    const provider = providerFor()
    remote.faults.discovery = { issuer: 'https://elsewhere.example.com' }
    await expect(provider.begin()).rejects.toMatchObject({ fault: 'ProviderUnavailable' })
    delete remote.faults.discovery
    await expect(logIn(provider)).resolves.toMatchObject({ user: { name: 'oidc:ada' } })
  })
})

describe('A login that goes on', () => {
  const refreshToken = SecretValue.ofText('refresh-canary')

  test('has the groups that the provider names now', async () => {
    const provider = providerFor()
    await logIn(provider)
    remote.person = { sub: 'ada', groups: ['payments'] }
    const { user } = await provider.refresh(refreshToken)
    expect(user.groups).toEqual(['oidc:payments'])
  })

  test('ends when the provider says so', async () => {
    remote.faults.refusesRefresh = true
    await expect(providerFor().refresh(refreshToken)).rejects.toMatchObject({ fault: 'ProviderRefused' })
  })

  test('is checked as the first one was', async () => {
    remote.faults.isForeignKey = true
    await expect(providerFor().refresh(refreshToken)).rejects.toMatchObject({ fault: 'AnswerRefused' })
  })
})

test('A logout ends at the provider, and comes back', async () => {
  const page = await providerFor().logoutPage(new URL('https://fitout.example.com/'))
  expect(page?.href).toBe(
    `${remote.origin}/logout?client_id=fitout&post_logout_redirect_uri=https%3A%2F%2Ffitout.example.com%2F`,
  )
})

test('A provider without https is not asked, unless it is on this machine', async () => {
  const issuer = new URL('http://login.example.com')
  await expect(providerFor({ issuer }).begin()).rejects.toMatchObject({ fault: 'ProviderUnavailable' })
  const hosts = [
    'localhost',
    'console.localhost',
    '127.0.0.1',
    '[::1]',
    '127.0.0.1.example.com',
    'localhost.example.com',
  ]
  expect(hosts.map(isLoopbackHost)).toEqual([true, true, true, true, false, false])
})
