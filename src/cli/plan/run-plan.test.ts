import { symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryIo } from '#test/cli/memory-io.ts'
import { FleetScene } from '#test/cli/fleet-scene.ts'
import { commitAll } from '#test/cli/plan-scene.ts'
import { aCluster, aFleet } from '#test/domain/sample-snapshot.ts'
import { runCli } from '../run-cli.ts'

const sync = (folder: string, prune = 'true') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 10m, path: ./${folder}, prune: ${prune}, sourceRef: {kind: GitRepository, name: flux-system}}
`
const config = (name: string, value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default}\ndata: {key: ${value}}\n`

/** A clone with two commits on `main`, and one on `change` after it was left. */
let scene: FleetScene
beforeAll(async () => {
  scene = await FleetScene.open()
  await scene.program('git', 'init', '--quiet', '--initial-branch=main')
  await scene.given({
    'clusters/blue/flux-system/sync.yaml': sync('clusters/blue'),
    'clusters/blue/app.yaml': config('app', 'one'),
    'clusters/green/flux-system/sync.yaml': sync('clusters/green', 'false'),
    'clusters/green/app.yaml': config('app', 'one'),
  })
  await commitAll(scene, 'first')
  await scene.program('git', 'checkout', '--quiet', '-b', 'change')
  await scene.given({ 'clusters/blue/app.yaml': config('app', 'two') })
  await commitAll(scene, 'second')
  await scene.program('git', 'checkout', '--quiet', 'main')
  await scene.given({ 'clusters/green/more.yaml': config('more', 'one') })
  await commitAll(scene, 'third')
  await scene.program('git', 'checkout', '--quiet', 'change')
})
afterAll(() => scene.close())

const line = (...[mark, what, words, where]: readonly string[]) => ({ mark, what, words, where })

async function rowsOf(words: string): Promise<readonly object[]> {
  const text = await scene.run(words)
  return [...text.matchAll(/^([-+~!=]) (\S+ \S+)\s{2,}(.*?)\s{2,}(.*)$/gm)].map(
    ([, mark = '', what = '', said = '', where = '']) => line(mark, what, said, where),
  )
}

const blueChanges = line('~', 'ConfigMap default/app', 'data.key: one -> two', 'clusters/blue')

describe('A range', () => {
  const ranges = [
    { range: '', want: [blueChanges] },
    { range: 'main...HEAD', want: [blueChanges] },
    {
      range: 'main..change',
      want: [
        blueChanges,
        line(
          '!',
          'ConfigMap default/more',
          'gone from Git, stays on the cluster; Kustomization flux-system has prune: false',
          'clusters/green',
        ),
      ],
    },
    { range: 'HEAD~1..', want: [blueChanges] },
    { range: 'HEAD~1', want: [blueChanges] },
    { range: 'HEAD', want: [] },
    { range: 'main~1..main', want: [line('+', 'ConfigMap default/more', 'created', 'clusters/green')] },
  ]
  test.for(ranges)('of words is read as Git reads it: plan $range', async ({ range, want }) => {
    expect(await rowsOf(`plan ${range}`.trim())).toEqual(want)
  })

  test('to the work tree has what is not added yet, and neither what is ignored nor what links lead to', async () => {
    const before = await scene.program('git', 'status', '--porcelain')
    await scene.given({
      'clusters/blue/new.yaml': config('new', 'one'),
      'clusters/blue/ignored.yaml': config('ignored', 'one'),
      '.gitignore': 'ignored.yaml\n',
    })
    await writeFile(join(scene.folder, '../outside-of-fitout.yaml'), config('outside', 'one'))
    await symlink('../../../outside-of-fitout.yaml', join(scene.folder, 'clusters/blue/link.yaml'))
    expect(await rowsOf('plan HEAD')).toEqual([
      line('+', 'ConfigMap default/new', 'created', 'clusters/blue'),
    ])
    await scene.program('git', 'clean', '--quiet', '--force', '-d', '-x')
    expect(await scene.program('git', 'status', '--porcelain')).toBe(before)
  })

  test('of a folder below is that of the whole clone', async () => {
    expect(await scene.run('plan HEAD~1..HEAD', { below: 'clusters/green' })).toContain('clusters/blue')
    expect(await scene.run('diff HEAD~1..HEAD clusters')).toContain('clusters/blue')
    expect(await scene.run('plan clusters')).toContain('clusters/blue')
  })

  const refused = [
    { words: 'plan gone..HEAD', want: /^error: there is no commit "gone" in this clone$/m },
    { words: 'plan gone', want: /^error: there is no commit "gone" in this clone$/m },
    { words: 'plan --output=xml', want: /^error: .*xml/m },
    { words: 'plan HEAD nowhere', want: /^error: there is no folder nowhere$/m },
    { words: 'plan HEAD --snapshot gone.json', want: /^error: cannot read gone.json/m },
    {
      words: 'plan HEAD --post',
      want: /^error: cannot post the plan: which forge the merge request is on is missing$/m,
    },
    { words: 'plan HEAD --post --forge gitlab', want: /the address of the API of the forge is missing$/m },
    {
      words: 'plan HEAD --post --forge gitea --forge-url https://u:CANARY@forge',
      want: /is not an http\(s\) address without a password$/m,
    },
    {
      words: 'plan HEAD --post --forge gitea --forge-url https://forge --project a/b --merge-request x',
      want: /"x" is not the number of a merge request$/m,
    },
    {
      words: 'plan HEAD --post --forge gitea --forge-url https://forge --project a/b --merge-request 7',
      want: /a token is missing$/m,
    },
  ]
  test.for(refused)('that cannot be is refused: $words', async ({ words, want }) => {
    const said = await scene.run(words)
    expect(said).toMatch(want)
    expect(said).toMatch(/\(exit 2\)\n$/)
    expect(said.split('\n').slice(1).join('\n')).not.toContain('CANARY')
  })

  test('outside of a clone is refused', async () => {
    const empty = await FleetScene.open()
    expect(await empty.run('plan')).toMatch(/error: cannot find a Git work tree in .*\n.*\n?.*\(exit 2\)\n$/)
    await empty.program('git', 'init', '--quiet')
    expect(await empty.run('plan HEAD')).toContain('error: cannot plan: this repository has no commit yet')
    await empty.close()
  })
})

describe('The exit code', () => {
  test.for([
    { words: 'plan HEAD~1..HEAD', code: 0 },
    { words: 'plan HEAD~1..HEAD --exit-code', code: 1 },
    { words: 'plan HEAD..HEAD --exit-code', code: 0 },
  ])('of $words is $code', async ({ words, code }) => {
    expect(await scene.run(words)).toMatch(new RegExp(`\\(exit ${code}\\)\n$`))
  })
})

test('A snapshot names the clusters, and its age is said', async () => {
  const fleet = aFleet([aCluster('default/blue'), aCluster('default/green')])
  await writeFile(join(scene.folder, 'fleet.json'), JSON.stringify(fleet))
  const said = await scene.run('plan HEAD~1..HEAD --snapshot fleet.json')
  expect(said).toMatch(/Snapshot is \S+ old\.$/m)
  expect(said).toMatch(
    /^note: the snapshot is \S+ old, and the fleet may have changed: fitout snapshot makes a new one$/m,
  )
  expect(said).not.toContain('no snapshot')
})

test('A plan is posted as a comment with the token of the job, which is told to nobody', async () => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url?.split('?')[0]} ${String(request.headers['private-token'])}`)
    response.writeHead(200).end(request.method === 'GET' ? '[]' : '{}')
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const env = {
    PATH: process.env['PATH'] ?? '',
    GITLAB_CI: 'true',
    CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`,
    CI_PROJECT_PATH: 'platform/fleet',
    CI_MERGE_REQUEST_IID: '7',
    FITOUT_FORGE_TOKEN: 'CANARY',
  }
  const io = memoryIo({ cwd: scene.folder, env })
  expect(await runCli(['plan', 'HEAD~1..HEAD', '-o', 'md', '--post'], io)).toBe(0)
  server.close()
  const notes = '/api/v4/projects/platform%2Ffleet/merge_requests/7/notes'
  expect(seen).toEqual([`GET ${notes} CANARY`, `POST ${notes} CANARY`])
  expect(io.stderr()).toContain('posted the plan to merge request !7 of platform/fleet\n')
  expect(io.stdout()).toMatch(/^<!-- fitout-plan -->\n/)
  expect(io.stdout() + io.stderr()).not.toContain('CANARY')
})
