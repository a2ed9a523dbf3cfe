import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleBehindLogin } from '#test/server/console-behind-login.ts'
import type { BrowserAnswer, ConsoleBrowser } from '#test/server/console-browser.ts'
import { systemClock } from '../kube/system-clock.ts'
import { UserLimits } from './http/user-limits.ts'
import { loginRoutes } from './identity/login-routes.ts'
import type { OidcProvider } from './identity/oidc-provider.ts'
import { Sealer } from './identity/sealer.ts'
import { SessionStore } from './identity/session-store.ts'
import { consoleRoutes } from './routes/console-routes.ts'
import type { ConsoleWorld } from './routes/console-world.ts'

/** All that can be called behind a login, where there is no demo; the table is made without looking at what the routes answer from. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as said
const table = consoleRoutes({} as ConsoleWorld, {
  identity: {
    routes: loginRoutes({
      publicUrl: new URL('http://localhost/'),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as said
      provider: {} as OidcProvider,
      sessions: new SessionStore(systemClock),
      sealer: new Sealer(),
      strangers: new UserLimits(systemClock),
      audit: () => undefined,
      clock: systemClock,
    }),
  },
})

const forUsers = table.filter(({ right }) => right !== 'anyone')
const STREAM = '/api/v1/stream'
const reads = forUsers.filter(({ method, path }) => method === 'GET' && path !== STREAM)
const writes = forUsers.filter(({ method }) => method !== 'GET')

/** What nobody may learn who may not see the namespace `prod`. */
const hidden = ['payments-eu', 'payments-us', 'legacy-1', 'search-eu', 'prod']

function hiddenIn(text: string): readonly string[] {
  return hidden.filter(name => text.includes(name))
}

/** Without the time, and with the name of what is there in place of what is not. */
function comparable(text: string): string {
  return text.replaceAll('no-such-one', blue.name).replace(/"asOf":"[^"]*",?/, '')
}

function addressOf(path: string, names: { readonly namespace: string; readonly name: string }): string {
  return path
    .replace('{namespace}', names.namespace)
    .replace('{name}', names.name)
    .replace('{step}', 'cni')
    .replaceAll(/\{\w+\}/g, 'x')
}

const blue = { namespace: 'prod', name: 'payments-eu' }

let scene: ConsoleBehindLogin
beforeAll(async () => {
  scene = new ConsoleBehindLogin()
  scene.allowed.add('ada edge')
  scene.allowed.add('root *')
  await scene.start()
  const root = await scene.loggedIn('root')
  // What is to be hidden must be there: else nothing could be learned anyway.
  await scene.served.until(
    async () => hiddenIn((await scene.get(root, 'fleet')).body).length === hidden.length,
  )
})
afterAll(() => scene.stop())

async function call(
  browser: ConsoleBrowser,
  [method, path]: readonly [string, string],
  headers = {},
): Promise<BrowserAnswer> {
  const body = method === 'GET' ? '' : '{}'
  const json = method === 'GET' ? {} : { 'Content-Type': 'application/json' }
  return scene.served.during(browser.send(method, path, { headers: { ...json, ...headers }, body }))
}

describe('Without a session', () => {
  test.each(forUsers)(
    '$method $path says that one is not logged in, and nothing else',
    async ({ method, path }) => {
      const address = addressOf(path, blue)
      const planted = scene.stranger()
      planted.cookies.set('__Host-fitout', 'A'.repeat(43))
      for (const browser of [scene.stranger(), planted]) {
        const { status, json } = await call(browser, [method, address], { 'X-Fitout-Token': 'x' })
        expect([status, json]).toEqual([401, { code: 'NotLoggedIn', message: 'you are not logged in' }])
      }
    },
  )

  test('only login and callback answer, and they give no data', () => {
    const open = table
      .filter(({ right }) => right === 'anyone')
      .map(({ method, path }) => `${method} ${path}`)
    expect(open).toEqual(['GET /auth/login', 'GET /auth/callback'])
  })
})

describe('From another site', () => {
  const foreign = [
    { name: 'without the token', headers: {} },
    { name: 'with another token', headers: { 'X-Fitout-Token': 'A'.repeat(43) } },
  ]
  test.each(writes.flatMap(route => foreign.map(one => ({ ...one, ...route }))))(
    '$method $path is refused $name',
    async ({ method, path, headers }) => {
      const { status, json } = await call(await scene.loggedIn('root'), [method, path], headers)
      expect([status, json]).toEqual([403, expect.objectContaining({ code: 'ForeignRequest' })])
    },
  )

  const origins = [{ Origin: 'https://evil.example' }, { Origin: 'null' }, { 'Sec-Fetch-Site': 'cross-site' }]
  test.each(writes)('$method $path is refused even with the token', async ({ method, path }) => {
    const browser = await scene.loggedIn('root')
    const token = await browser.token()
    for (const origin of origins) {
      const { status } = await call(browser, [method, path], { 'X-Fitout-Token': token, ...origin })
      expect(status).toBe(403)
    }
  })
})

describe('Who may see nothing', () => {
  test.each(reads)('learns nothing from GET $path', async ({ path }) => {
    const browser = await scene.loggedIn('eve')
    const there = await call(browser, ['GET', addressOf(path, blue)])
    const absent = await call(browser, ['GET', addressOf(path, { namespace: 'prod', name: 'no-such-one' })])
    expect([there.status, comparable(there.body)]).toEqual([absent.status, comparable(absent.body)])
    // What was asked for by its name is repeated; and nothing else.
    const isNamed = path.includes('{namespace}')
    expect(isNamed ? [there.status] : hiddenIn(there.body)).toEqual(isNamed ? [404] : [])
  })

  test('learns nothing from a stream, of the fleet or of a cluster', async () => {
    const browser = await scene.loggedIn('eve')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const topics = `topics=fleet,cluster:prod/payments-eu,cluster:prod/no-such-one`
    const heard = await scene.served.listen(topics, { Cookie: cookie })
    await scene.served.until(() => heard.of('patch').length >= 2)
    heard.close()
    const told = heard.events
      .map(({ data }) => JSON.stringify(data))
      .join('\n')
      .replaceAll(/cluster:prod\/(?:payments-eu|no-such-one)/g, '')
    expect(hiddenIn(told)).toEqual([])
    expect(told).not.toContain('"rows"')
  })
})

describe('Who may see one namespace', () => {
  test.each(reads.filter(({ path }) => !path.includes('{')))(
    'learns from GET $path of that one alone',
    async ({ path }) => {
      const browser = await scene.loggedIn('ada')
      const { body } = await call(browser, ['GET', path])
      expect(hiddenIn(body)).toEqual([])
    },
  )

  test('sees its clusters, as whoever may see all does', async () => {
    const [ada, root] = [await scene.loggedIn('ada'), await scene.loggedIn('root')]
    const own = await scene.get(ada, 'clusters/edge/store-berlin')
    const all = await scene.get(root, 'clusters/prod/payments-eu')
    expect([own.status, all.status]).toEqual([200, 200])
    expect((await scene.get(ada, 'clusters/prod/payments-eu')).status).toBe(404)
  })
})

test('A request under another name is refused, whatever it asks for', async () => {
  const root = await scene.loggedIn('root')
  for (const path of ['/', '/api/v1/fleet', '/auth/login']) {
    const { status } = await call(root, ['GET', path], { Host: 'rebound.example' })
    expect([path, status]).toEqual([path, 403])
  }
})

test('Every answer has the headers that keep a browser safe', async () => {
  const root = await scene.loggedIn('root')
  const answers = [
    ...(await Promise.all(reads.map(({ path }) => call(root, ['GET', addressOf(path, blue)])))),
    ...(await Promise.all(writes.map(({ method, path }) => call(root, [method, path])))),
    ...(await Promise.all(table.map(({ method, path }) => call(scene.stranger(), [method, path])))),
    await call(root, ['GET', '/']),
    await call(root, ['GET', '/c/prod/payments-eu']),
    await call(root, ['GET', '/assets/none.js']),
    await call(root, ['GET', '/healthz']),
    await call(root, ['DELETE', '/api/v1/fleet']),
    await call(root, ['GET', '/api/v1/none']),
    await call(root, ['GET', '/'], { Host: 'evil.example' }),
  ]
  const wanted = {
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
  for (const { headers } of answers) {
    expect(headers).toMatchObject(wanted)
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['content-security-policy']).not.toContain('unsafe')
  }
  expect(scene.served.failures).toEqual([])
  expect(scene.served.writes).toEqual([])
})
