import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SampleAuthority } from '#test/kube/sample-authority.ts'
import { loadFiles } from './load-files.ts'
import { readPlainContext } from './plain-context.ts'
import { readContext } from './read-context.ts'
import type { UserConnection } from './user-connection.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
let folder = ''
let caData = ''
let certificate: object = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-plain-'))
  const authority = await SampleAuthority.create()
  const client = await authority.sign({ names: ['me'] })
  caData = authority.caData
  certificate = {
    'client-certificate-data': base64(client.certificate),
    'client-key-data': base64(client.key),
  }
})
afterAll(async () => rm(folder, { recursive: true, force: true }))

async function put({ cluster = {}, user = {}, context = {} }): Promise<string> {
  const server = { server: 'https://10.0.0.1:6443', 'certificate-authority-data': base64(caData), ...cluster }
  const path = join(folder, 'config')
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'blue', cluster: server }],
    users: [{ name: 'me', user }],
    contexts: [{ name: 'me@blue', context: { cluster: 'blue', user: 'me', ...context } }],
    'current-context': 'me@blue',
  }
  await writeFile(path, JSON.stringify(config))
  return path
}

async function whole(connection: UserConnection): Promise<object> {
  const { auth, ...rest } = connection
  const { token, certificate: cert, key } = typeof auth === 'function' ? await auth() : auth
  return {
    ...rest,
    auth: { token, certificate: cert?.trim(), key: key?.trim() },
    caData: rest.caData?.trim(),
  }
}

const plain: readonly { readonly name: string; readonly given: () => Parameters<typeof put>[0] }[] = [
  { name: 'with a token', given: () => ({ user: { token: 'abc' } }) },
  { name: 'with a certificate', given: () => ({ user: certificate }) },
  { name: 'with a namespace', given: () => ({ user: certificate, context: { namespace: 'team' } }) },
  {
    name: 'with a name of its server',
    given: () => ({ user: { token: 'abc' }, cluster: { 'tls-server-name': 'kube' } }),
  },
]
test.each(plain)('a plain kubeconfig $name gives what the library gives', async ({ given }) => {
  const path = await put(given())
  const found = await readPlainContext(path, undefined)
  expect(found && (await whole(found))).toEqual(
    await whole(await readContext(await loadFiles([path]), undefined)),
  )
})

const others = [
  { name: 'that starts a program', given: { user: { exec: { command: 'x' } } } },
  { name: 'that names files', given: { user: { 'client-certificate': 'crt', 'client-key': 'key' } } },
  { name: 'with a proxy', given: { user: { token: 'a' }, cluster: { 'proxy-url': 'http://proxy:1' } } },
  { name: 'that acts as another user', given: { user: { token: 'a', as: 'other' } } },
  {
    name: 'that checks nothing',
    given: { user: { token: 'a' }, cluster: { 'insecure-skip-tls-verify': true } },
  },
]
test.each(others)('a kubeconfig $name is left to the library', async ({ given }) => {
  expect(await readPlainContext(await put(given), undefined)).toBeUndefined()
})

test('another context than the current one, and a file that is not there, are left to the library', async () => {
  const path = await put({ user: { token: 'a' } })
  expect(await readPlainContext(path, 'other')).toBeUndefined()
  expect(await readPlainContext(join(folder, 'none'), undefined)).toBeUndefined()
})
