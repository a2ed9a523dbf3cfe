import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SampleAuthority } from '#test/kube/sample-authority.ts'
import { SampleProxy } from '#test/kube/sample-proxy.ts'
import { type SampleReply, SampleServer } from '#test/kube/sample-server.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runCli } from '../run-cli.ts'

type Signing = Parameters<SampleAuthority['sign']>[0]

let folder = ''
let file = ''
let authority: SampleAuthority
const stops: (() => unknown)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-login-'))
  file = join(folder, 'mgmt.yaml')
  authority = await SampleAuthority.create()
})
afterAll(async () => {
  await Promise.all(stops.map(async stop => stop()))
  await rm(folder, { recursive: true })
})

interface Given {
  readonly sign?: Signing
  readonly by?: SampleAuthority
  readonly answer?: SampleServer['answer']
  readonly cluster?: object
  readonly env?: Readonly<Record<string, string>>
  readonly flags?: readonly string[]
}

/** Runs `fitout status` against a server, and returns what was said with `<address>` for its address. */
async function status({ sign, by = authority, answer, cluster = {}, env = {}, flags = [] }: Given) {
  const server = await SampleServer.start('h2', await by.sign(sign))
  stops.push(async () => server.stop())
  server.answer = answer ?? listNothing
  const { host } = new URL(server.url)
  await writeFile(file, kubeconfig(server.url, cluster))
  const io = memoryIo({ env })
  const code = await runCli(['status', '--kubeconfig', file, ...flags], io)
  return `${io.stderr()}(exit ${code})`.replaceAll(host, '<address>').replaceAll(file, 'mgmt.yaml')
}

const listNothing: SampleServer['answer'] = (reply, { url }) => {
  const [, group = '', version = ''] = /^\/apis\/([^/]+)\/([^/]+)\//.exec(url) ?? []
  const metadata = { resourceVersion: '1' }
  reply.json(200, { apiVersion: `${group}/${version}`, kind: 'List', metadata, items: [] })
}

function kubeconfig(server: string, cluster: object): string {
  const ca = Buffer.from(authority.caData).toString('base64')
  return JSON.stringify({
    'current-context': 'mgmt',
    clusters: [{ name: 'mgmt', cluster: { server, 'certificate-authority-data': ca, ...cluster } }],
    users: [{ name: 'me', user: { token: 'not-a-secret' } }],
    contexts: [{ name: 'mgmt', context: { cluster: 'mgmt', user: 'me' } }],
  })
}

function refused(cause: string, check = 'version'): string {
  return `error: cannot list clusters: context "mgmt": ${cause}
try: kubectl --kubeconfig mgmt.yaml --context mgmt ${check}
(exit 4)`
}

function page(status: number, headers: Readonly<Record<string, string>>) {
  return (reply: SampleReply) => {
    reply.head(status, headers)
    reply.write('<html>')
    reply.end()
  }
}

async function startProxy(refuses?: number): Promise<SampleProxy> {
  const proxy = await SampleProxy.start(refuses)
  stops.push(() => proxy.stop())
  return proxy
}

function forbid(reply: SampleReply): void {
  reply.json(403, { kind: 'Status', apiVersion: 'v1', code: 403 })
}

describe('Who cannot log in is told why:', () => {
  const past = new Date('2020-01-02T03:04:05Z')
  const future = new Date('2090-01-02T03:04:05Z')
  const cases = [
    {
      name: 'the certificate of the server has expired',
      given: { sign: { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: past } },
      want: refused('its certificate expired at 2020-01-02T03:04:05Z: <address>'),
    },
    {
      name: 'the certificate of the server is not valid yet',
      given: { sign: { notBefore: future, notAfter: new Date('2091-01-01T00:00:00Z') } },
      want: refused(
        'its certificate is valid only from 2090-01-02T03:04:05Z; is the clock of this machine right?: <address>',
      ),
    },
    {
      name: 'the certificate of the server is for another name',
      given: { sign: { names: ['other.example'] } },
      want: refused('its certificate is for other.example, not for 127.0.0.1: <address>'),
    },
    {
      name: 'a login page answers',
      given: { answer: page(200, { 'content-type': 'text/html' }) },
      want: refused(
        'the response is not from an API server (HTTP 200): is a login page or a proxy in front of <address>?',
      ),
    },
    {
      name: 'the server redirects to a login page',
      given: { answer: page(302, { location: 'https://login.example.com' }) },
      want: refused(
        'the server answered with a redirect, which is not followed (HTTP 302): is a login page or a proxy in front of <address>?',
      ),
    },
    {
      name: 'the credentials are not accepted',
      given: { answer: page(401, { 'content-type': 'text/plain' }) },
      want: refused('the server does not accept your credentials (HTTP 401); log in again', 'auth whoami'),
    },
  ]
  test.for(cases)('$name', async ({ given, want }) => {
    expect(await status(given)).toBe(want)
  })

  test('the certificate of the server is of another authority', async () => {
    expect(await status({ by: await SampleAuthority.create() })).toBe(
      refused(
        'its certificate is signed by an authority that the kubeconfig does not name (certificate-authority-data): <address>',
      ),
    )
  })

  test('a permission is missing', async () => {
    expect(await status({ answer: forbid, flags: ['-n', 'prod'] })).toBe(
      `error: cannot list clusters: you are not allowed to list clusters in namespace "prod"
fix: request this permission; docs/guides/operations.md lists what each command needs
try: kubectl --kubeconfig mgmt.yaml --context mgmt auth can-i list clusters --namespace prod
(exit 4)`,
    )
  })

  test('--request-timeout is no time', async () => {
    expect(await status({ flags: ['--request-timeout', 'soon'] })).toBe(
      'error: flag "--request-timeout": "soon" is not a duration such as 30s\n(exit 2)',
    )
  })

  test('the server takes longer than --request-timeout', async () => {
    expect(await status({ answer: () => undefined, flags: ['--request-timeout', '50ms'] })).toBe(
      refused('no response in time; raise --request-timeout'),
    )
  })
})

describe('A proxy', () => {
  test('of the kubeconfig is used', async () => {
    const proxy = await startProxy()
    expect(await status({ cluster: { 'proxy-url': proxy.url } })).toContain('(exit 0)')
    expect(proxy.asked.length).toBeGreaterThan(0)
  })

  test('of the environment is not used for this machine, nor for what NO_PROXY names', async () => {
    const proxy = await startProxy()
    expect(await status({ env: { HTTPS_PROXY: proxy.url } })).toContain('(exit 0)')
    expect(proxy.asked).toEqual([])
  })

  test('that refuses is named, without its password', async () => {
    const { url } = await startProxy(407)
    const said = await status({ cluster: { 'proxy-url': url.replace('//', '//me:secret@') } })
    expect(said.replaceAll(new URL(url).host, '<proxy>')).toBe(
      refused('the proxy requires a user and a password (HTTP 407): <address> through proxy <proxy>'),
    )
  })

  test('of the environment is used for other servers', async () => {
    const proxy = await startProxy(403)
    await writeFile(file, kubeconfig('https://api.example.invalid:6443', {}))
    const io = memoryIo({ env: { HTTPS_PROXY: proxy.url } })
    expect(await runCli(['status', '--kubeconfig', file], io)).toBe(4)
    expect(io.stderr()).toContain(
      'the proxy rejects the request (HTTP 403): api.example.invalid:6443 through proxy',
    )
    expect(new Set(proxy.asked.map(({ end }) => end))).toEqual(new Set(['api.example.invalid:6443']))
  })

  test('of the environment that cannot be used is told of', async () => {
    await writeFile(file, kubeconfig('https://api.example.invalid:6443', {}))
    const io = memoryIo({ env: { HTTPS_PROXY: 'socks5://me:secret@proxy:1080' } })
    expect(await runCli(['status', '--kubeconfig', file], io)).toBe(4)
    expect(io.stderr()).toBe(
      `error: cannot use HTTPS_PROXY: it must be http://host:port or https://host:port
fix: unset it, or name the server in NO_PROXY
`,
    )
  })

  test('is refused for the controller', async () => {
    await writeFile(file, kubeconfig('https://127.0.0.1:1', { 'proxy-url': 'http://me:secret@proxy:3128' }))
    const io = memoryIo()
    expect(await runCli(['controller', '--kubeconfig', file, '--address', '127.0.0.1:0'], io)).toBe(4)
    expect(io.stderr()).toBe(
      `error: cannot use context "mgmt": it sets proxy-url, which the controller does not support
fix: run the controller where it reaches the API servers directly
`,
    )
  })
})
