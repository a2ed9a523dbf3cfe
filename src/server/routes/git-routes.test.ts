import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FleetScene } from '#test/cli/fleet-scene.ts'
import { CANARY } from '#test/forge/forge-dialect.ts'
import { GitModel } from '#test/forge/git-model.ts'
import { type ServedForge, serveForge } from '#test/forge/serve-forge.ts'
import { ServedConsole } from '#test/server/served-console.ts'
import { SecretValue } from '../../domain/hand-over/secret-value.ts'
import type { ForgeKind } from '../../forge/forge-access.ts'
import { demoFleet } from '../../simulator/demo/demo-fleet.ts'
import { FleetGit } from '../git/fleet-git.ts'
import { localIdentity } from '../identity/local-identity.ts'

const sampleClass = `apiVersion: cluster.x-k8s.io/v1beta2
kind: ClusterClass
metadata: {name: kind}
spec:
  variables:
  - {name: region, required: false, schema: {openAPIV3Schema: {type: string}}}
`
const CLUSTER = 'infrastructure/control-plane-cluster/capi/dev/blue/cluster.yaml'

async function repositoryTexts(): Promise<ReadonlyMap<string, string>> {
  const scene = await FleetScene.withRepository()
  try {
    await scene.given({ 'infrastructure/control-plane-cluster/classes/kind.yaml': sampleClass })
    await scene.run('cluster new blue --env dev --class kind')
    return await scene.files()
  } finally {
    rmSync(scene.folder, { recursive: true })
  }
}

const texts = await repositoryTexts()
const draftText = (name: string) => (texts.get(CLUSTER) ?? '').replaceAll('blue', name)

let model: GitModel
let forge: ServedForge
let console: ServedConsole

async function serve(kind: ForgeKind, token: string | undefined): Promise<void> {
  model = new GitModel(Object.fromEntries(texts))
  forge = await serveForge(kind, model)
  const place = { kind, url: new URL(forge.url), project: 'platform/fleet', base: 'main' }
  const git = new FleetGit(place, { timeoutMs: 20_000, sleep: () => Promise.resolve() })
  const forgeToken = token === undefined ? undefined : SecretValue.ofText(token)
  console = await new ServedConsole(demoFleet({ clusters: 3, seed: 1 }), {
    more: { git },
    identity: link =>
      localIdentity({
        mode: 'local',
        user: undefined,
        link,
        isPartial: false,
        actions: () => [],
        forgeToken,
      }),
  }).start()
}

afterEach(async () => {
  const { failures } = console
  await console.stop()
  forge.close()
  if (failures.length > 0) throw new Error('a handler failed', { cause: failures[0] })
})

const draft = (name: string) => ({ environment: 'dev', className: 'kind', text: draftText(name) })
const opening = (name: string) => ({ kind: 'cluster', title: `Add ${name}`, draft: draft(name) })

describe.each(['gitlab', 'github', 'gitea'] as const)('On %s', kind => {
  beforeEach(async () => serve(kind, CANARY))

  test('a draft is checked against the repository, opened once, listed, planned, merged and taken back', async () => {
    const { body: classes } = await console.get('classes')
    expect(classes.base.classes.map(({ found }: { found: { name: string } }) => found.name)).toContain('kind')
    expect(classes.commit).toBe(model.branches.get('main'))

    const checked = await console.post('drafts:check', draft('green'))
    expect([checked.status, checked.body]).toMatchObject([200, { report: { isReady: true, name: 'green' } }])
    expect(model.requests).toEqual([])

    const opened = await console.post('drafts:open', opening('green'))
    expect([opened.status, opened.body]).toMatchObject([
      200,
      { isNew: true, change: { id: '1', title: 'Add green', state: 'open', clusters: ['dev/green'] } },
    ])
    const again = await console.post('drafts:open', opening('green'))
    expect([again.status, again.body]).toMatchObject([200, { isNew: false, change: { id: '1' } }])
    expect(model.requests.map(({ branch }) => branch)).toEqual(['fitout/new-green'])

    const { body: list } = await console.get('changes')
    expect(
      list.changes.map(({ id, clusters }: { id: string; clusters: string[] }) => [id, clusters]),
    ).toEqual([['1', ['dev/green']]])
    const { body: change } = await console.get('changes/1')
    expect(change.change.branch).toBe('fitout/new-green')
    expect(change.plan.verdict).toMatchObject({ created: 1, refused: 0 })
    expect(change.plan.files.map(({ path }: { path: string }) => path)).toContain(
      CLUSTER.replace('blue', 'green'),
    )

    expect((await console.post('drafts:open', { kind: 'revert', change: '1' })).status).toBe(502)
    model.merge(1)
    const reverted = await console.post('drafts:open', { kind: 'revert', change: '1' })
    expect([reverted.status, reverted.body]).toMatchObject([200, { isNew: true, change: { id: '2' } }])
    expect((await console.get('changes/1')).body.change.revertedBy.id).toBe('2')
    expect(forge.faults).toEqual([])
    expect(console.writes).toEqual([])
  })

  test('a copy begins with the file of its cluster', async () => {
    const { body } = await console.get('classes/source?environment=dev&name=blue')
    expect(body).toMatchObject({ className: 'kind', text: texts.get(CLUSTER) })
    for (const query of ['environment=dev&name=other', 'environment=../..&name=etc', ''])
      expect([query, (await console.get(`classes/source?${query}`)).status]).toEqual([query, 404])
  })

  test('a draft that fails its checks is not proposed, whatever a browser says', async () => {
    const { status, body } = await console.post('drafts:open', opening('blue'))
    expect([status, body]).toMatchObject([422, { code: 'DraftFails', report: { isReady: false } }])
    for (const wrong of [
      {},
      [],
      1,
      { ...opening('x'), title: 'a\nb' },
      { kind: 'revert', change: '../1' },
      { kind: 'cluster' },
    ])
      expect((await console.post('drafts:open', wrong)).status).toBe(400)
    expect(model.branches.size).toBe(1)
  })

  test.each([401, 403, 409, 422, 500])(
    'what it refuses with %s is told with what was not done',
    async status => {
      forge.breakAt(/^POST .*(?:pulls|merge_requests)$/, { status }, 20)
      const { status: told, body, text } = await console.post('drafts:open', opening('green'))
      expect([told, body]).toMatchObject([502, { code: 'GitHost', git: { status, isBranchMade: true } }])
      expect(text).not.toContain(CANARY)
    },
  )
})

describe('Without a token', () => {
  beforeEach(async () => serve('gitea', undefined))

  test('nothing is read from Git, and the reason says what to do; with one, all is', async () => {
    for (const path of ['changes', 'classes'])
      expect((await console.get(path)).body.unavailable).toMatch(/^enter your token for platform\/fleet on /)
    expect((await console.post('drafts:open', opening('green'))).status).toBe(502)
    expect(forge.calls).toEqual([])
    const { body: me } = await console.get('me')
    const put = async (token: unknown) =>
      console.during(
        fetch(console.address('me/forge-token'), {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json', 'X-Fitout-Token': String(me.token) },
          body: JSON.stringify({ token }),
        }),
      )
    expect((await put('two\nlines')).status).toBe(400)
    const kept = await put(CANARY)
    expect(kept.status).toBe(200)
    expect(await console.during(kept.text())).not.toContain(CANARY)
    expect((await console.get('changes')).body).toMatchObject({ changes: [] })
    expect((await console.get('me')).text).not.toContain(CANARY)
  })
})
