import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FleetScene } from '#test/cli/fleet-scene.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { CANARY } from '#test/forge/forge-dialect.ts'
import { GitModel } from '#test/forge/git-model.ts'
import { type ServedForge, serveForge } from '#test/forge/serve-forge.ts'
import { runCli } from '../run-cli.ts'

let scene: FleetScene
let forge: ServedForge

beforeEach(async () => {
  scene = await FleetScene.withRepository()
  await scene.program('git', 'init', '--quiet')
  await scene.program('git', 'remote', 'add', 'origin', 'git@gitlab.example.com:platform/fleet.git')
  forge = await serveForge('gitlab', new GitModel(Object.fromEntries(await scene.files())))
})
afterEach(async () => {
  forge.close()
  await scene.close()
})

async function run(
  line: string,
  env: Readonly<Record<string, string>> = { GITLAB_TOKEN: CANARY },
): Promise<string> {
  const io = memoryIo({ cwd: scene.folder, env })
  const code = await runCli(line.split(' '), io)
  return `${io.stdout()}${io.stderr()}(exit ${code})\n`.replaceAll(forge.url, 'FORGE')
}
const mr = () => `cluster new red --env dev --set region=eu-west-1 --mr --forge-url ${forge.url}`

/** The files, without what Git keeps for itself. */
async function files(): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await scene.files())].filter(([path]) => !path.startsWith('.git/')))
}

describe('fitout cluster new --mr', () => {
  test('opens a merge request with the plan, and writes nothing here', async () => {
    const before = await files()
    expect(await run(mr())).toBe(`clusters/dev/red/infrastructure.yaml
clusters/dev/red/tenants.yaml
infrastructure/control-plane-cluster/capi/dev/red/cluster.yaml
infrastructure/control-plane-cluster/capi/dev/red/kustomization.yaml
infrastructure/control-plane-cluster/capi/dev/red/sync.yaml
.fitout/written/clusters/dev/red.yaml
infrastructure/control-plane-cluster/classes/kustomization.yaml
infrastructure/control-plane-cluster/capi/dev/kustomization.yaml
checks: 2 of 2 variables fit class eks; no address ranges are given; compat: 1 of 1 component fit Kubernetes 1.35.4; lint: 8 files, no problems; plan: 1 cluster, 1 step
opened !1 on branch fitout/new-red: https://forge.example.com/platform/fleet/-/merge_requests/1
try: fitout wait dev/red --timeout 40m
(exit 0)
`)
    expect(await files()).toEqual(before)
    expect(forge.faults).toEqual([])
    expect(forge.model.requests).toMatchObject([
      { title: 'Add cluster dev/red', branch: 'fitout/new-red', base: 'main' },
    ])
    expect(forge.model.requests[0]?.body).toMatch(/^### Plan: /)
    expect(forge.model.requests[0]?.body).toContain('`fitout plan main..fitout/new-red`')
  })

  test('gives the branch the files that it would write here', async () => {
    await run(mr())
    await scene.run('cluster new red --env dev --set region=eu-west-1')
    const written = [...(await files())].filter(([path]) => !path.startsWith('.git'))
    const branch = forge.model.at('fitout/new-red')
    expect(written.filter(([path, text]) => branch.get(path)?.text !== text)).toEqual([])
  })

  test('opens nothing twice, and says where it is', async () => {
    await run(mr())
    expect(await run(`${mr()} -o json`)).toContain('"isNew": false')
    expect(await run(mr())).toContain('the merge request is there already: !1 on branch fitout/new-red')
    expect(forge.model.requests).toHaveLength(1)
  })

  test('takes a title, and with --dry-run opens nothing and needs no token', async () => {
    expect(await run(`${mr()} --dry-run`, {})).toContain(
      '8 files would be proposed on branch fitout/new-red\n(exit 0)',
    )
    expect(forge.calls).toEqual([])
    await run(`${mr()} --title Red`)
    expect(forge.model.requests).toMatchObject([{ title: 'Red' }])
  })

  test('says what is done and what is not when the forge refuses', async () => {
    forge.breakAt(/^POST .*merge_requests$/, { status: 403 })
    const said = await run(mr())
    expect(said).toMatch(
      /error: cannot open a merge request of platform\/fleet: .* does not allow it with the token in GITLAB_TOKEN \(403\); branch fitout\/new-red is made, the merge request is not\nfix: give the token the right to open merge requests, .*\n\(exit 4\)\n$/,
    )
    expect(said).not.toContain(CANARY)
  })

  const refused = [
    {
      name: 'without a token',
      flags: '',
      env: {},
      says: /error: cannot open a merge request: a token is missing\nfix: give FITOUT_FORGE_TOKEN, or GITLAB_TOKEN in the environment/,
    },
    {
      name: 'with an address that is none',
      flags: ' --forge-url ftp://x',
      env: { GITLAB_TOKEN: CANARY },
      says: /error: cannot open a merge request: flag "--forge-url" does not say where the API is/,
    },
  ]
  test.each(refused)('is refused $name', async ({ flags, env, says }) => {
    expect(await run(`${mr()}${flags}`, env)).toMatch(says)
    expect(forge.calls).toEqual([])
  })

  test('sends no token to a host that only fitout.yaml names', async () => {
    const text = await scene.read('fitout.yaml')
    await scene.given({ 'fitout.yaml': text.replace('gitlab.example.com', 'gitlab.evil.example') })
    const said = await run('cluster new red --env dev --set region=eu-west-1 --mr')
    expect(said).toContain(
      'error: cannot open a merge request: fitout.yaml names gitlab.evil.example, and no remote of this clone is there: no token is sent to it',
    )
  })

  test('is refused when a file on main is not what it is here', async () => {
    forge.model.push('main', 'infrastructure/control-plane-cluster/capi/dev/kustomization.yaml', undefined)
    expect(await run(mr())).toMatch(
      /error: cannot write .*capi\/dev\/kustomization.yaml of platform\/fleet on .*: on main it is not what it was; no branch and no merge request is made\nfix: bring your copy up to date with Git, and try again\n\(exit 1\)/,
    )
  })
})
