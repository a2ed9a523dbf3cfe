import { describe, expect, test } from 'vitest'
import { findForge, gitHostName } from './find-forge.ts'
import type { ForgeKind } from './forge-access.ts'

const env = { FITOUT_FORGE_TOKEN: 'T' }
const none = { 'forge-url': undefined, project: undefined }

describe('A forge is found by the address of Git', () => {
  const cases: readonly { kind: ForgeKind; gitUrl: string; want: string }[] = [
    {
      kind: 'gitlab',
      gitUrl: 'https://gitlab.example.com/group/sub/fleet.git',
      want: 'https://gitlab.example.com/api/v4 group/sub/fleet',
    },
    {
      kind: 'gitlab',
      gitUrl: 'ssh://git@gitlab.example.com:2222/group/fleet.git',
      want: 'https://gitlab.example.com/api/v4 group/fleet',
    },
    { kind: 'github', gitUrl: 'https://github.com/o/fleet', want: 'https://api.github.com/ o/fleet' },
    {
      kind: 'github',
      gitUrl: 'https://ghe.example.com/o/fleet/',
      want: 'https://ghe.example.com/api/v3 o/fleet',
    },
    {
      kind: 'gitea',
      gitUrl: 'http://127.0.0.1:3000/o/fleet.git',
      want: 'http://127.0.0.1:3000/api/v1 o/fleet',
    },
  ]
  test.each(cases)('$kind: $gitUrl', ({ kind, gitUrl, want }) => {
    const remoteHosts = [gitHostName(gitUrl) ?? '']
    const found = findForge({ kind, gitUrl, remoteHosts, flags: none, env })
    expect(found.ok && `${found.access.url.href} ${found.access.project}`).toBe(want)
  })

  test('or by flags, which are a word for that host', () => {
    const flags = { 'forge-url': 'https://api.example.com/v4', project: '42' }
    const found = findForge({ kind: 'gitlab', gitUrl: 'https://x/y', remoteHosts: [], flags, env })
    expect(found).toMatchObject({
      ok: true,
      access: { project: '42', token: 'T', tokenName: 'FITOUT_FORGE_TOKEN' },
    })
  })

  test('and not by the word of fitout.yaml alone', () => {
    const gitUrl = 'https://evil.example/o/fleet'
    expect(
      findForge({ kind: 'gitlab', gitUrl, remoteHosts: ['git.example.com'], flags: none, env }),
    ).toMatchObject({
      ok: false,
      message: expect.stringContaining('no token is sent to it'),
    })
  })

  test.each([
    ['git@git.example.com:group/fleet.git', 'git.example.com'],
    ['git.example.com:fleet', 'git.example.com'],
    ['ssh://git@git.example.com:22/fleet', 'git.example.com'],
    ['https://user:word@git.example.com/fleet', 'git.example.com'],
    ['/srv/fleet.git', undefined],
    ['../fleet', undefined],
  ])('the host of %s is %s', (address, host) => expect(gitHostName(address)).toBe(host))
})
