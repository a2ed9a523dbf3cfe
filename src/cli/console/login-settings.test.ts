import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleCommand } from '../commands/console.ts'
import { SecretValue } from '../../domain/hand-over/secret-value.ts'
import { type LoginFlags, readLoginSettings } from './login-settings.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-login-'))
  await writeFile(join(folder, 'secret'), 'client-secret-canary\n')
  await writeFile(join(folder, 'empty'), '\n')
})
afterAll(() => rm(folder, { recursive: true }))

const none: LoginFlags = {
  'oidc-username-claim': 'sub',
  'oidc-groups-claim': 'groups',
  'git-kind': 'gitea',
  'git-branch': 'main',
}
const whole: LoginFlags = {
  ...none,
  'public-url': 'https://fitout.example.com',
  'oidc-issuer-url': 'https://login.example.com/realms/platform',
  'oidc-client-id': 'fitout',
}

describe('The login of the console', () => {
  test('is none without flags', async () => {
    expect(await readLoginSettings(none)).toBeUndefined()
  })

  test('is made of its flags', async () => {
    const settings = await readLoginSettings({
      ...whole,
      address: '0.0.0.0:8080',
      'oidc-client-secret-file': join(folder, 'secret'),
    })
    expect(settings?.oidc.clientSecret?.isSame(SecretValue.ofText('client-secret-canary'))).toBe(true)
    expect(settings).toMatchObject({
      listen: { host: '0.0.0.0', port: 8080 },
      publicUrl: new URL('https://fitout.example.com/'),
      oidc: { clientId: 'fitout', redirectUri: 'https://fitout.example.com/auth/callback' },
    })
  })

  test('may name the fleet repository', async () => {
    const settings = await readLoginSettings({
      ...whole,
      'git-url': 'https://git.example.com/platform/fleet.git',
    })
    const url = new URL('https://git.example.com/api/v1')
    expect(settings?.git).toEqual({ kind: 'gitea', url, project: 'platform/fleet', base: 'main' })
  })

  const prefixes: readonly {
    readonly claim: string
    readonly prefix: string | undefined
    readonly want: string
  }[] = [
    { claim: 'sub', prefix: undefined, want: 'https://login.example.com/realms/platform#' },
    { claim: 'sub', prefix: '', want: 'https://login.example.com/realms/platform#' },
    { claim: 'email', prefix: undefined, want: '' },
    { claim: 'sub', prefix: '-', want: '' },
    { claim: 'email', prefix: 'oidc:', want: 'oidc:' },
  ]
  test.each(prefixes)(
    'puts "$want" in front of $claim with prefix $prefix, as kube-apiserver does',
    async given => {
      const flags = { ...whole, 'oidc-username-claim': given.claim, 'oidc-username-prefix': given.prefix }
      expect((await readLoginSettings(flags))?.oidc.usernamePrefix).toBe(given.want)
    },
  )

  const wrong: readonly { readonly name: string; readonly flags: LoginFlags; readonly want: string }[] = [
    {
      name: 'an address without a login',
      flags: { ...none, address: '0.0.0.0:8080' },
      want: 'flag "--address": it requires "--public-url", and a login',
    },
    {
      name: 'a provider without a public address',
      flags: { ...none, 'oidc-issuer-url': 'https://login.example.com' },
      want: 'flag "--oidc-issuer-url": it requires "--public-url", and a login',
    },
    {
      name: 'a public address without a provider',
      flags: { ...none, 'public-url': 'https://fitout.example.com' },
      want: 'flag "--public-url": it requires "--oidc-issuer-url"',
    },
    {
      name: 'a public address without https',
      flags: { ...whole, 'public-url': 'http://fitout.example.com' },
      want: 'flag "--public-url": it must be an address with https',
    },
    {
      name: 'a public address with a path',
      flags: { ...whole, 'public-url': 'https://example.com/fitout' },
      want: 'flag "--public-url": it must have no path: the console needs a host of its own',
    },
    {
      name: 'a provider with a password',
      flags: { ...whole, 'oidc-issuer-url': 'https://a:canary@login.example.com' },
      want: 'flag "--oidc-issuer-url": it must have no user, password, query or fragment',
    },
    {
      name: 'a port that does not exist',
      flags: { ...whole, address: '0.0.0.0:80800' },
      want: 'flag "--address": "0.0.0.0:80800" is not a host and a port',
    },
  ]
  test.each(wrong)('is refused with $name', async ({ flags, want }) => {
    await expect(readLoginSettings(flags)).rejects.toMatchObject({
      name: 'Refusal',
      message: want,
      exitCode: 2,
    })
  })

  test.each(['empty', 'missing'])('is refused with a secret file that is %s', async name => {
    const file = join(folder, name)
    await expect(readLoginSettings({ ...whole, 'oidc-client-secret-file': file })).rejects.toThrow(
      `flag "--oidc-client-secret-file": "${file}" cannot be read, or is empty`,
    )
  })
})

test('The Deployment of the console gives flags that the command has', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../deploy/console/deployment.yaml'), 'utf8')
  const given = [...text.matchAll(/^ +- --([a-z-]+)=/gm)].map(([, name = '']) => name)
  expect(given).toContain('oidc-issuer-url')
  expect(given.filter(name => !Object.hasOwn(consoleCommand.flags, name))).toEqual([])
})
