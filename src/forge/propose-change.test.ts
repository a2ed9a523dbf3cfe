import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { gitHostContract } from '#test/contract/git-host-contract.ts'
import { CANARY } from '#test/forge/forge-dialect.ts'
import { GitModel, plainFile } from '#test/forge/git-model.ts'
import { type ForgeFault, type ServedForge, serveForge } from '#test/forge/serve-forge.ts'
import type { ForgeKind } from './forge-access.ts'
import type { GitHost } from './git-host.ts'
import { openHost } from './open-host.ts'
import { proposeChange, type ProposedChange } from './propose-change.ts'
import { branchProblem, pathProblem } from './repository-path.ts'

const kinds = ['gitlab', 'github', 'gitea'] as const
const served: ServedForge[] = []
afterEach(() => {
  for (const one of served.splice(0)) one.close()
})

function newModel(): GitModel {
  return new GitModel({ 'list.yaml': 'resources:\n- a\n', 'a.yaml': 'a: 1\n' })
}

async function openScene(
  kind: ForgeKind,
  model = newModel(),
  timeoutMs = 10_000,
): Promise<{ host: GitHost; forge: ServedForge }> {
  const forge = await serveForge(kind, model)
  served.push(forge)
  const access = {
    kind,
    url: new URL(forge.url),
    project: 'platform/fleet',
    token: CANARY,
    tokenName: 'TOKEN',
  }
  return { host: openHost(access, { timeoutMs, sleep: () => Promise.resolve() }), forge }
}

const change: ProposedChange = {
  branch: 'fitout/new-team-2',
  base: 'main',
  title: 'Add cluster dev/team-2',
  body: 'plan',
  files: [
    { path: 'list.yaml', before: 'resources:\n- a\n', after: 'resources:\n- a\n- team-2\n' },
    { path: 'team-2/cluster.yaml', before: undefined, after: 'kind: Cluster\n' },
    { path: 'a.yaml', before: 'a: 1\n', after: undefined },
  ],
}

describe.each(kinds)('On %s', kind => {
  gitHostContract(async () => {
    const { host, forge } = await openScene(kind)
    return {
      host,
      push: (path, text) => Promise.resolve(forge.model.push('main', path, plainFile(text))),
      merge: number => Promise.resolve(forge.model.merge(number)),
      read: (path, branch) => Promise.resolve(forge.model.at(branch).get(path)?.text),
    }
  })

  test('every request has the form that is published', async () => {
    const { host, forge } = await openScene(kind)
    const { request } = await proposeChange(host, change)
    await host.openRequests('main', 10)
    await host.request(request.number)
    await host.changedPaths(request.number)
    await host.sidesOf(request)
    expect(forge.faults).toEqual([])
    expect([...forge.model.at(change.branch).keys()].toSorted()).toEqual(['list.yaml', 'team-2/cluster.yaml'])
  })

  test('nothing is written through a link', async () => {
    const { host, forge } = await openScene(kind)
    forge.model.push('main', 'list.yaml', { text: '../outside', mode: '120000' })
    const files = [{ path: 'list.yaml', before: '../outside', after: 'x' }]
    await expect(proposeChange(host, { ...change, files })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('it is a link or a submodule'),
    })
    expect([...forge.model.branches.keys()]).toEqual(['main'])
  })

  const commits = /^POST .*\/(?:commits|git\/trees|contents)$/
  const requests = /^POST .*\/(?:merge_requests|pulls)$/
  const none = /; no branch and no merge request is made$/
  const branch = /; branch fitout\/new-team-2 is made, the merge request is not$/
  const cases: readonly { at: RegExp; fault: ForgeFault; code: string; says: RegExp }[] = [
    { at: /./, fault: { status: 401 }, code: 'NOT_LOGGED_IN', says: none },
    { at: commits, fault: { status: 403 }, code: 'NOT_ALLOWED', says: none },
    { at: commits, fault: { status: 409 }, code: 'CONFLICT', says: none },
    { at: commits, fault: { status: 422 }, code: 'REFUSED', says: none },
    { at: commits, fault: { status: 500 }, code: 'SERVER_ERROR', says: none },
    { at: commits, fault: 'no answer', code: 'NOT_IN_TIME', says: none },
    { at: requests, fault: { status: 401 }, code: 'NOT_LOGGED_IN', says: branch },
    { at: requests, fault: { status: 403 }, code: 'NOT_ALLOWED', says: branch },
    { at: requests, fault: { status: 409 }, code: 'CONFLICT', says: branch },
    { at: requests, fault: { status: 422 }, code: 'REFUSED', says: branch },
    {
      at: requests,
      fault: { status: 429, headers: { 'retry-after': '3600' } },
      code: 'THROTTLED',
      says: /takes requests again in 3600s; branch/,
    },
    {
      at: requests,
      fault: { status: 403, headers: { 'retry-after': '9999' } },
      code: 'THROTTLED',
      says: branch,
    },
    { at: requests, fault: { status: 503 }, code: 'SERVER_ERROR', says: branch },
    {
      at: requests,
      fault: { status: 302, headers: { location: 'http://other.example.com/' } },
      code: 'UNEXPECTED',
      says: branch,
    },
    { at: requests, fault: 'no answer', code: 'NOT_IN_TIME', says: branch },
  ]
  test.each(cases)(
    'a fault ($fault) at $at is told with what is not done, and a second run does it',
    async one => {
      const { host, forge } = await openScene(kind, newModel(), one.fault === 'no answer' ? 2000 : 10_000)
      forge.breakAt(one.at, one.fault)
      const error: unknown = await proposeChange(host, change).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: one.code, message: expect.stringMatching(one.says) })
      expect(JSON.stringify(error) + String(error)).not.toContain(CANARY)
      const { host: later } = await openScene(kind, forge.model)
      expect((await proposeChange(later, change)).outcome).toBe('opened')
      expect(forge.model.requests).toHaveLength(1)
    },
  )

  test.each([
    { at: commits, name: 'the branch' },
    { at: requests, name: 'the request' },
  ])('an answer that gets lost while $name is made makes nothing twice', async ({ at }) => {
    const { host, forge } = await openScene(kind)
    forge.breakAt(at, 'answer lost', 1)
    const first = await proposeChange(host, change).catch(() => undefined)
    const second = first ?? (await proposeChange(host, change))
    expect(second.request.branch).toBe(change.branch)
    expect(forge.model.requests).toHaveLength(1)
    expect(forge.model.branches.size).toBe(2)
  })

  test('two people who propose the same at once get one request', async () => {
    const { host, forge } = await openScene(kind)
    const both = await Promise.allSettled([proposeChange(host, change), proposeChange(host, change)])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(forge.model.requests).toHaveLength(1)
  })
})

describe('Fitout writes', () => {
  const forbidden: readonly Partial<ProposedChange>[] = [
    { branch: 'main' },
    { branch: 'feature/x' },
    { branch: 'fitout/../main' },
    { branch: 'fitout/x.lock' },
    { branch: 'fitout/-x' },
    { branch: 'fitout/a b' },
    { branch: 'fitout/a/b' },
    { files: [] },
    { files: [{ path: '../x', before: undefined, after: 'x' }] },
    { files: [{ path: 'a/../../x', before: undefined, after: 'x' }] },
    {
      files: [
        { path: 'a', before: undefined, after: 'x' },
        { path: 'a', before: undefined, after: 'y' },
      ],
    },
  ]
  test.each(forbidden)('nothing for %j, and asks nobody', async part => {
    const { host, forge } = await openScene('gitlab')
    await expect(proposeChange(host, { ...change, ...part })).rejects.toMatchObject({ code: 'REFUSED' })
    expect(forge.calls).toEqual([])
  })

  const outside = [
    '',
    '/etc/passwd',
    'a//b',
    './a',
    'a/.',
    'a/..',
    '..',
    'a\\..\\b',
    'a\nb',
    'a\u0000',
    '.git/config',
    'a/.GIT/hooks/x',
    '.git /x',
    '.git./x',
    'git~1/x',
    '.g\u200cit/config',
    '.git::$INDEX/x',
    '．git/config',
    'x'.repeat(1001),
  ]
  test.each(outside)('no path %j', path => expect(pathProblem(path)).toEqual(expect.any(String)))
  test.each(['a', 'clusters/dev/a.yaml', '.fitout/written/x.yaml', '.gitlab-ci.yml', '.github/x', 'a..b/c'])(
    'the path %j',
    path => expect(pathProblem(path)).toBeUndefined(),
  )

  test('no path out of the repository, whatever it is made of', () => {
    const part = fc.constantFrom('a', '..', '.', '', '.git', 'b c', '%2e%2e', '~')
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), parts => {
        const path = parts.join('/')
        const escapes = new URL(path, 'file:///root/x/').pathname
        expect(pathProblem(path) !== undefined || !parts.includes('..') || escapes === '').toBe(true)
      }),
    )
  })

  test.each(['fitout/new-team-2', 'fitout/revert-7', 'fitout/a'])('the branch %s', name =>
    expect(branchProblem(name)).toBeUndefined(),
  )
})
