import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LoginConsole } from '#test/server/login-console.ts'
import type { ConsoleBrowser } from '#test/server/console-browser.ts'

const MINUTE = 60_000
const GIT_TOKEN = 'git-canary-1'

let scene = new LoginConsole()
beforeEach(async () => {
  scene = new LoginConsole()
  await scene.start()
})
afterEach(() => scene.stop())

const status = async (browser: ConsoleBrowser, path = '/api/v1/me') => (await browser.get(path)).status

describe('A login', () => {
  test('leads back to the page that was asked for, with a session', async () => {
    const browser = scene.browser()
    expect(await status(browser)).toBe(401)
    expect(await scene.logIn(browser, 'ada', { groups: ['platform'], next: '/c/prod/blue?tab=events' })).toBe(
      '/c/prod/blue?tab=events',
    )
    const { json } = await browser.get('/api/v1/me')
    expect(json).toMatchObject({ user: { name: 'ada', groups: ['platform'] } })
  })

  test('sets cookies that no script, no other site and no plain http gets', async () => {
    const browser = scene.browser()
    const began = await browser.get('/auth/login')
    expect(began.headers['set-cookie']?.map(withoutValue)).toEqual([
      '__Host-fitout-login=…; Path=/; Max-Age=600; HttpOnly; Secure; SameSite=Lax',
    ])
    const back = scene.provider.approve(new URL(began.headers.location ?? ''))
    const done = await browser.get(`${back.pathname}${back.search}`)
    expect(done.headers['set-cookie']?.map(withoutValue)).toEqual([
      '__Host-fitout=…; Path=/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict',
      '__Host-fitout-login=…; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict',
    ])
  })

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example', '/api/v1/me'])(
    'does not lead to %s',
    async next => {
      expect(await scene.logIn(scene.browser(), 'ada', { next })).toBe('/')
    },
  )

  test('gives a session of its own, whatever cookie was there before (fixation)', async () => {
    const planted = 'A'.repeat(43)
    const browser = scene.browser()
    browser.cookies.set('__Host-fitout', planted)
    await scene.logIn(browser)
    expect(browser.cookies.get('__Host-fitout')).not.toBe(planted)
    const thief = scene.browser()
    thief.cookies.set('__Host-fitout', planted)
    expect(await status(thief)).toBe(401)
  })

  test('ends the session that the browser had, and gives another token', async () => {
    const browser = await scene.loggedIn()
    const [cookie = '', token] = [browser.cookies.get('__Host-fitout'), await browser.token()]
    await scene.logIn(browser, 'eve')
    expect(await browser.token()).not.toBe(token)
    const old = scene.browser()
    old.cookies.set('__Host-fitout', cookie)
    expect(await status(old)).toBe(401)
  })

  test('is not finished in a browser in which it did not begin', async () => {
    const attacker = scene.browser()
    const { headers } = await attacker.get('/auth/login')
    const back = scene.provider.approve(new URL(headers.location ?? ''))
    const victim = scene.browser()
    const { headers: answer } = await victim.get(`${back.pathname}${back.search}`)
    expect([answer.location, victim.cookies.size]).toEqual(['/?loginFailed=AnswerRefused', 0])
  })

  test('is not finished with the beginning of another login of the same browser', async () => {
    const browser = scene.browser()
    const first = await browser.get('/auth/login')
    await browser.get('/auth/login')
    const back = scene.provider.approve(new URL(first.headers.location ?? ''))
    const { headers } = await browser.get(`${back.pathname}${back.search}`)
    expect([headers.location, browser.cookies.has('__Host-fitout')]).toEqual([
      '/?loginFailed=AnswerRefused',
      false,
    ])
  })

  test('must be finished within ten minutes', async () => {
    const browser = scene.browser()
    const { headers } = await browser.get('/auth/login')
    const back = scene.provider.approve(new URL(headers.location ?? ''))
    await scene.clock.advance(10 * MINUTE)
    const answer = await browser.get(`${back.pathname}${back.search}`)
    expect(answer.headers.location).toBe('/?loginFailed=AnswerRefused')
  })

  test('that fails says why in a word of ours, and nothing that came from outside', async () => {
    const browser = scene.browser()
    await browser.get('/auth/login')
    const { headers, body } = await browser.get(
      '/auth/callback?error=%3Cscript%3E&error_description=evil.example',
    )
    expect([headers.location, body]).toEqual(['/?loginFailed=AnswerRefused', ''])
  })

  test('is refused to who names himself a part of Kubernetes, or nothing', async () => {
    const led: string[] = []
    for (const sub of ['system:admin', '', 'ada\nImpersonate-Group: system:masters'])
      led.push(await scene.logIn(scene.browser(), sub))
    expect(led).toEqual([
      '/?loginFailed=UsernameRefused',
      '/?loginFailed=UsernameMissing',
      '/?loginFailed=UsernameRefused',
    ])
  })

  test('while the provider is down says so', async () => {
    await scene.provider.stop()
    const { headers } = await scene.browser().get('/auth/login')
    expect(headers.location).toBe('/?loginFailed=ProviderUnavailable')
  })
})

describe('A session', () => {
  test('ends with the logout, which needs the token of the page', async () => {
    const browser = await scene.loggedIn()
    const cookie = browser.cookies.get('__Host-fitout') ?? ''
    expect((await browser.post('/api/v1/session:end', {}, { 'X-Fitout-Token': 'x' })).status).toBe(403)
    const { json } = await browser.post('/api/v1/session:end', {})
    expect(json).toEqual({ to: expect.stringContaining(`${scene.provider.origin}/logout?`) })
    browser.cookies.set('__Host-fitout', cookie)
    expect(await status(browser)).toBe(401)
  })

  test('goes on with the groups that the provider names every 15 minutes', async () => {
    scene.provider.lifetime = 24 * 3600
    const browser = await scene.loggedIn('ada', ['platform'])
    scene.provider.person = { sub: 'ada', groups: ['payments'] }
    const me = async () => (await browser.get('/api/v1/me')).json
    await scene.clock.advance(14 * MINUTE)
    expect(await me()).toMatchObject({ user: { groups: ['platform'] } })
    await scene.clock.advance(MINUTE)
    expect(await me()).toMatchObject({ user: { groups: ['payments'] } })
  })

  test('is renewed once, however many requests come at that moment', async () => {
    const browser = await scene.loggedIn()
    await scene.clock.advance(5 * MINUTE)
    const before = scene.provider.asked.length
    const seen = await Promise.all(Array.from({ length: 10 }, async () => status(browser)))
    expect([new Set(seen), scene.provider.asked.length - before]).toEqual([new Set([200]), 1])
  })

  test('ends when the provider says so, and when it names another person', async () => {
    const [ada, eve] = [await scene.loggedIn('ada'), await scene.loggedIn('eve')]
    await scene.clock.advance(5 * MINUTE)
    scene.provider.person = { sub: 'mallory', groups: [] }
    expect([await status(ada), await status(ada)]).toEqual([401, 401])
    scene.provider.faults.refusesRefresh = true
    expect(await status(eve)).toBe(401)
  })

  test('is neither good nor lost while the provider is down', async () => {
    const browser = await scene.loggedIn()
    await scene.clock.advance(5 * MINUTE)
    scene.provider.faults.tokenAnswer = { status: 503, body: '' }
    const answer = await browser.get('/api/v1/me')
    expect(answer).toMatchObject({
      status: 503,
      json: { code: 'NotReady' },
      headers: { 'retry-after': '10' },
    })
    delete scene.provider.faults.tokenAnswer
    expect(await status(browser)).toBe(503)
    await scene.clock.advance(10_000)
    expect(await status(browser)).toBe(200)
  })

  test('ends after an hour without a request', async () => {
    const browser = await scene.loggedIn()
    await scene.clock.advance(60 * MINUTE)
    expect(await status(browser)).toBe(401)
  })
})

describe('A user', () => {
  test('sees a cluster of a namespace that Kubernetes allows, and of others not even that they exist', async () => {
    scene.allowed.add('ada prod')
    const browser = await scene.loggedIn()
    expect(await status(browser, '/api/v1/clusters/prod/blue')).toBe(200)
    const hidden = await browser.get('/api/v1/clusters/other/blue')
    expect(hidden).toMatchObject({ status: 404, json: { code: 'NotFound' } })
  })

  test('sees nothing while Kubernetes does not say what is allowed', async () => {
    scene.allowed.add('ada *')
    const browser = await scene.loggedIn()
    scene.isKubernetesDown = true
    const answer = await browser.get('/api/v1/clusters/prod/blue')
    expect(answer).toMatchObject({ status: 503, json: { code: 'NotReady' } })
  })

  test('who asks too much is told when to come again; others do not notice', async () => {
    await scene.stop()
    await scene.start({ perSecond: 1, burst: 5, atOnce: 5 })
    const [eve, ada] = [await scene.loggedIn('eve'), await scene.loggedIn('ada')]
    for (let requests = 0; requests < 5; requests += 1) await eve.get('/api/v1/me')
    const answer = await eve.get('/api/v1/me')
    expect(answer).toMatchObject({
      status: 429,
      json: { code: 'TooManyRequests' },
      headers: { 'retry-after': '1' },
    })
    expect(await status(ada)).toBe(200)
  })

  test('gives a token for the Git host, which the session keeps to itself and forgets', async () => {
    const browser = await scene.loggedIn()
    const set = await browser.put('/api/v1/me/forge-token', { token: GIT_TOKEN })
    expect([set.status, set.json]).toEqual([200, { hasToken: true }])
    expect((await browser.post('/api/v1/drafts:open', {})).json).toMatchObject({ hasToken: true })
    await browser.put('/api/v1/me/forge-token', { token: '' })
    expect((await browser.post('/api/v1/drafts:open', {})).status).toBe(502)
    expect(browser.seen.join('\n')).not.toContain(GIT_TOKEN)
  })

  test('has a token of another session not', async () => {
    const [ada, other] = [await scene.loggedIn(), await scene.loggedIn()]
    await ada.put('/api/v1/me/forge-token', { token: GIT_TOKEN })
    expect((await other.post('/api/v1/drafts:open', {})).status).toBe(502)
  })

  test.each([
    {},
    { token: 7 },
    { token: `${GIT_TOKEN}\n` },
    { token: 'é' },
    { token: 'x'.repeat(2000) },
    [],
    null,
  ])('gives no token with %j, and nothing of it is repeated', async body => {
    const browser = await scene.loggedIn()
    const answer = await browser.put('/api/v1/me/forge-token', body)
    expect([answer.status, answer.body.includes(GIT_TOKEN)]).toEqual([400, false])
  })
})

test('What was secret on the way is in no answer and in no line of the audit', async () => {
  const browser = await scene.loggedIn()
  await browser.put('/api/v1/me/forge-token', { token: GIT_TOKEN })
  await scene.clock.advance(5 * MINUTE)
  await browser.get('/api/v1/me')
  await browser.post('/api/v1/session:end', {})
  const said = [...browser.seen, ...scene.audit].join('\n')
  const canaries = [GIT_TOKEN, scene.provider.clientSecret, 'access-canary', 'refresh-canary', 'eyJ']
  expect(canaries.filter(canary => said.includes(canary))).toEqual([])
  expect(scene.failures).toEqual([])
})

test('The audit has a line for each login and logout, and names cannot break it', async () => {
  const browser = await scene.loggedIn('ada "x"', ['platform'])
  await browser.post('/api/v1/session:end', {})
  await scene.logIn(scene.browser(), 'system:x')
  expect(scene.audit.map(line => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ audit: 'Login', user: 'ada "x"', groups: ['platform'] }),
    expect.objectContaining({ audit: 'Logout', user: 'ada "x"' }),
    expect.objectContaining({ audit: 'LoginRefused', reason: 'UsernameRefused' }),
  ])
})

test('The audit has a line for each write to Git, and for each that was refused', async () => {
  const browser = await scene.loggedIn()
  await browser.post('/api/v1/drafts:open', {})
  await browser.put('/api/v1/me/forge-token', { token: GIT_TOKEN })
  await browser.post('/api/v1/drafts:open', {})
  expect(scene.audit.slice(1).map(line => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ audit: 'GitWrite', user: 'ada', outcome: 'GitHost' }),
    expect.objectContaining({ audit: 'GitWrite', user: 'ada', outcome: 'https://git.example.com/7' }),
  ])
})

function withoutValue(line: string): string {
  return line.replace(/=[^;]*/, '=…')
}
