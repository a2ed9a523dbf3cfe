import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Credentials } from './transport/connection-config.ts'
import { type UserKubeconfigOptions, readUserKubeconfig } from './user-kubeconfig.ts'
import type { UserConnection } from './user/user-connection.ts'
import { UserKubeconfigError } from './user/user-kubeconfig-error.ts'

const CANARY = 'CANARY-77aa'
const base64 = (text: string) => Buffer.from(text).toString('base64')
let folder = ''

beforeAll(async () => {
  // It is large: the first test shall not pay for it.
  await import('@kubernetes/client-node')
  folder = await mkdtemp(join(tmpdir(), 'fitout-kubeconfig-'))
})
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, '.kube'), { recursive: true })
})
afterAll(async () => rm(folder, { recursive: true, force: true }))

interface Parts {
  readonly cluster?: object
  readonly user?: object
  readonly name?: string
}

function aKubeconfig({ cluster = {}, user = { token: CANARY }, name = 'blue' }: Parts = {}): string {
  return JSON.stringify({
    clusters: [
      {
        name,
        cluster: {
          server: 'https://10.0.0.1:6443',
          'certificate-authority-data': base64('the CA'),
          ...cluster,
        },
      },
    ],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: 'team' } }],
    'current-context': name,
  })
}

async function put(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function readWith(options: Partial<UserKubeconfigOptions> = {}): Promise<UserConnection> {
  return readUserKubeconfig({ env: {}, home: folder, ...options })
}

async function authOf({ auth }: UserConnection): Promise<Credentials> {
  return typeof auth === 'function' ? auth() : auth
}

async function errorOf(promise: Promise<unknown>): Promise<UserKubeconfigError | undefined> {
  try {
    await promise
    return undefined
  } catch (error) {
    if (error instanceof UserKubeconfigError) return error
    throw error
  }
}

describe('readUserKubeconfig finds', () => {
  test('the file of the flag first', async () => {
    const path = await put('mine', aKubeconfig({ name: 'mine' }))
    const other = await put('other', aKubeconfig({ name: 'other' }))
    expect((await readWith({ path, env: { KUBECONFIG: other } })).context).toBe('mine')
  })

  test('all that the server needs', async () => {
    await put('.kube/config', aKubeconfig({ cluster: { 'tls-server-name': 'kube' } }))
    expect(await readWith()).toEqual({
      auth: expect.any(Function),
      server: 'https://10.0.0.1:6443',
      caData: 'the CA',
      serverName: 'kube',
      context: 'blue',
      namespace: 'team',
    })
  })

  test('the proxy that it names', async () => {
    await put('.kube/config', aKubeconfig({ cluster: { 'proxy-url': 'http://me:secret@proxy:3128' } }))
    expect((await readWith()).proxy).toBe('http://me:secret@proxy:3128/')
  })

  test('the files of the environment, of which the first wins and missing ones do not count', async () => {
    const one = await put('one', aKubeconfig({ name: 'one' }))
    const two = await put('two', aKubeconfig({ name: 'two', user: { token: 'second' } }))
    const again = await put('again', aKubeconfig({ name: 'two', user: { token: 'third' } }))
    const env = { KUBECONFIG: [join(folder, 'none'), one, two, again].join(delimiter) }
    expect((await readWith({ env })).context).toBe('one')
    expect(await authOf(await readWith({ env, context: 'two' }))).toMatchObject({ token: 'second' })
  })

  test('credentials in files beside the kubeconfig', async () => {
    await put('.kube/crt', 'certificate')
    await put('.kube/key', 'key')
    await put('.kube/config', aKubeconfig({ user: { 'client-certificate': 'crt', 'client-key': 'key' } }))
    expect(await authOf(await readWith())).toMatchObject({ certificate: 'certificate', key: 'key' })
  })

  test('credentials of a program, which is started once for many calls', async () => {
    const credential = {
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: { token: 'from-program', expirationTimestamp: '2000-01-01T00:00:00Z' },
    }
    const script = `#!/bin/sh\necho started >> ${join(folder, 'starts')}\nsleep 0.1\necho '${JSON.stringify(credential)}'\n`
    const command = await put('plugin', script)
    await chmod(command, 0o755)
    await put('.kube/config', aKubeconfig({ user: { exec: { command, apiVersion: credential.apiVersion } } }))
    const found = await readWith()
    const all = await Promise.all(Array.from({ length: 20 }, async () => authOf(found)))
    expect(new Set(all.map(({ token }) => token))).toEqual(new Set(['from-program']))
    // Once to read the kubeconfig, and once for all twenty.
    expect((await readFile(join(folder, 'starts'), 'utf8')).trim().split('\n').length).toBe(2)
  })

  test('the cluster that it runs in, and its token again each minute', async () => {
    await put('token', 'first\n')
    await put('ca.crt', 'the CA')
    await put('namespace', 'fitout-system')
    let now = 0
    const clock = { now: () => 0, elapsed: () => now, sleep: async () => undefined }
    const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' }
    const found = await readWith({ env, serviceAccountFolder: folder, clock })
    const tokens = [await authOf(found)]
    await put('token', 'second\n')
    now = 59_000
    tokens.push(await authOf(found))
    now = 60_000
    tokens.push(await authOf(found))
    expect(tokens).toEqual([{ token: 'first' }, { token: 'first' }, { token: 'second' }])
    expect(found).toMatchObject({
      server: 'https://[fd00::1]:443',
      caData: 'the CA',
      namespace: 'fitout-system',
    })
  })
})

describe('readUserKubeconfig says what to do about', () => {
  const cases = [
    {
      name: 'no kubeconfig at all',
      want: [
        'NO_KUBECONFIG',
        'cannot find a kubeconfig: set --kubeconfig or KUBECONFIG, or run inside a cluster',
      ],
    },
    {
      name: 'a context that does not exist',
      given: aKubeconfig(),
      options: { context: 'green' },
      want: ['NO_CONTEXT', 'cannot use context "green": choose one with --context: "blue"'],
    },
    {
      name: 'no current context',
      given: aKubeconfig().replace('"current-context":"blue"', '"current-context":""'),
      want: ['NO_CONTEXT', 'cannot choose a context: choose one with --context: "blue"'],
    },
    {
      name: 'a context that leads nowhere',
      given: aKubeconfig().replace('"user":"blue"', '"user":"red"'),
      want: [
        'BROKEN_CONTEXT',
        'cannot use context "blue": its user is not in the kubeconfig; see kubectl config view',
      ],
    },
    {
      name: 'a server without TLS',
      given: aKubeconfig({ cluster: { server: 'http://10.0.0.1' } }),
      want: ['NOT_SUPPORTED', 'cannot use context "blue": its server must be https://host:port'],
    },
    {
      name: 'a check that is turned off',
      given: aKubeconfig({ cluster: { 'insecure-skip-tls-verify': true } }),
      want: [
        'NOT_SUPPORTED',
        'cannot use context "blue": it disables the check of the server certificate; give it certificate-authority-data instead',
      ],
    },
    {
      name: 'a proxy that it does not know',
      given: aKubeconfig({ cluster: { 'proxy-url': `socks5://me:${CANARY}@proxy` } }),
      want: [
        'NOT_SUPPORTED',
        'cannot use context "blue": its proxy-url must be http://host:port or https://host:port',
      ],
    },
    {
      name: 'a program that does not exist',
      given: aKubeconfig({ user: { exec: { command: 'no-such-program', args: [CANARY] } } }),
      want: [
        'NO_CREDENTIALS',
        'cannot use context "blue": its program "no-such-program" returned no credentials: there is no such program on the PATH',
      ],
    },
  ]
  test.each(cases)('$name', async ({ given, options = {}, want }) => {
    if (given !== undefined) await put('.kube/config', given)
    const error = await errorOf(readWith(options))
    expect([error?.code, error?.message]).toEqual(want)
  })

  const programs = [
    {
      name: 'fails with words',
      script: `echo ${CANARY}; printf 'Token has expired\\nrun: cloud login\\n' >&2; exit 1`,
      want: 'it printed: Token has expired run: cloud login',
    },
    {
      name: 'fails without a word',
      script: 'exit 3',
      want: 'it failed without output; run it yourself to see why',
    },
    {
      name: 'prints something else',
      script: `echo ${CANARY}`,
      want: 'what it printed is not an ExecCredential',
    },
    { name: 'prints no status', script: `echo '{}'`, want: 'what it printed is not an ExecCredential' },
  ]
  test.for(programs)('a program that $name', async ({ script, want }) => {
    const command = await put('plugin', `#!/bin/sh\n${script}\n`)
    await chmod(command, 0o755)
    await put('.kube/config', aKubeconfig({ user: { exec: { command } } }))
    const error = await errorOf(readWith())
    expect([error?.code, error?.message]).toEqual([
      'NO_CREDENTIALS',
      `cannot use context "blue": its program "${command}" returned no credentials: ${want}`,
    ])
  })

  test('a file that is not there', async () => {
    const path = join(folder, 'none')
    const error = await errorOf(readWith({ path }))
    expect([error?.code, error?.message]).toEqual([
      'NOT_READABLE',
      `cannot read ${path}: no such file, or no permission to read it; check --kubeconfig and KUBECONFIG`,
    ])
    expect((await errorOf(readWith({ env: { KUBECONFIG: path } })))?.code).toBe('NOT_READABLE')
  })

  test.each([`token: ${CANARY}: x`, `"${CANARY}`, '', `clusters: [${CANARY}]`])(
    'a file that is none: %s',
    async text => {
      const path = await put('bad', text)
      const error = await errorOf(readWith({ path }))
      expect(error?.code).toMatch(/^(?:NOT_A_KUBECONFIG|NO_CONTEXT)$/)
      expect(error?.message).not.toContain(CANARY)
    },
  )
})
