import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { FleetScene } from '../../test/cli/fleet-scene.ts'
import { orSkip } from '../../test/cli/or-skip.ts'
import { withBundle } from '../make-image.ts'
import { npmPackage } from '../make-release.ts'
import { addressOf, serveNpm } from './npm-registry.ts'
import { noRsync, rsyncFolder } from './rsync.ts'

const GITLAB = 'https://gitlab.example.com'
const TOKEN = 'token-of-the-bot'
const person = ['name = somebody', 'email = somebody@example.com']
const time = new Date('2026-01-02T03:04:05Z')
const reason = noRsync()

describe.skipIf(reason !== undefined)(orSkip('The pipeline of GitLab', reason), () => {
  let registry: Server
  let rsync: string
  let scene: FleetScene
  let outside: string

  // The job installs what users install: the package, from a registry.
  beforeAll(async () => {
    rsync = await rsyncFolder()
    const archive = await withBundle(bundle => npmPackage(bundle, time))
    registry = await serveNpm(manifest.name, manifest.version, archive)
  })
  afterAll(() => registry?.close())
  beforeEach(async () => {
    scene = await FleetScene.withFleet('', ['add cilium cilium.yaml'])
    outside = await mkdtemp(join(tmpdir(), 'fitout-gitlab-'))
    await prepareGit()
  })
  afterEach(async () => {
    await scene.close()
    await rm(outside, { recursive: true, force: true })
  })

  test('checks a merge request, and fails for a change that does not fit', async () => {
    await git('checkout', '--quiet', '-b', 'change')
    const good = await pipeline('merge_request_event')
    expect({ jobs: good.jobs, code: good.code }, good.said).toEqual({ jobs: ['check', 'plan'], code: 0 })
    expect(good.said).toContain('everything that Fitout wrote is up to date')
    expect(good.said).toMatch(/dev +blue +eks/)
    expect(good.said).toContain('Plan: nothing changes on')

    const pack = 'infrastructure/packs/cilium/configmap-cilium.yaml'
    await scene.given({ [pack]: (await scene.read(pack)).replace('v1.20.2', 'v1.20.3') })
    await commit('a pack that is not what its sources make')
    const bad = await pipeline('merge_request_event')
    expect({ jobs: bad.jobs, code: bad.code }, bad.said).toEqual({ jobs: ['check', 'plan'], code: 1 })
    expect(bad.said).toContain('infrastructure/packs/cilium differs from its sources')
    expect(bad.said).toMatch(/~ .*1\.20\.2 -> v?1\.20\.3/)
  })

  test('checks what comes to the default branch, and nothing on other branches', async () => {
    const main = await pipeline('push')
    expect({ jobs: main.jobs, code: main.code }, main.said).toEqual({ jobs: ['check'], code: 0 })
    await git('checkout', '--quiet', '-b', 'change')
    expect((await pipeline('push')).jobs).toEqual([])
  })

  test('opens a merge request on a schedule with what the newest fitout writes, and none while there is nothing', async () => {
    const none = await pipeline('schedule')
    expect({ jobs: none.jobs, code: none.code }, none.said).toEqual({ jobs: ['upgrade'], code: 0 })
    expect(await origin('branch', '--list', 'fitout/*')).toBe('')

    const text = await scene.read('fitout.yaml')
    await scene.given({ 'fitout.yaml': text.replace(/^environments:\n/m, 'environments:\n  stage: {}\n') })
    await commit('one more environment')
    await git('push', '--quiet', 'origin', 'main')
    const some = await pipeline('schedule')
    expect({ jobs: some.jobs, code: some.code }, some.said).toEqual({ jobs: ['upgrade'], code: 0 })
    const files = await origin('diff', '--name-only', 'main', 'fitout/upgrade')
    expect(files).toContain('clusters/stage/mgmt/infrastructure.yaml\n')
    expect(files).not.toContain('.gitlab-ci-local')
    // As GitLab gets it from the push.
    expect(await readFile(join(outside, 'push-options'), 'utf8')).toBe(
      'merge_request.create\nmerge_request.remove_source_branch\n',
    )
    expect(some.said).not.toContain(TOKEN)
  })

  interface Pipeline {
    readonly code: number
    /** Those that were run. */
    readonly jobs: readonly string[]
    readonly said: string
  }

  /** Runs the pipeline of what is checked out, as GitLab would start it for that reason. */
  function pipeline(source: string): Promise<Pipeline> {
    const words = [
      '--force-shell-executor',
      // Jobs of GitLab have a container each; here all install into one folder.
      '--concurrency',
      '1',
      '--home',
      outside,
      '--variable',
      `CI_PIPELINE_SOURCE=${source}`,
      '--variable',
      `FLEET_BOT_TOKEN=${TOKEN}`,
    ]
    return new Promise(done => {
      execFile(
        resolve('node_modules/.bin/gitlab-ci-local'),
        words,
        { cwd: scene.folder, env: environment(), maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => {
          const said = stdout + stderr
          const jobs = [...said.matchAll(/^(\S+) +starting shell/gm)].map(([, name = '']) => name)
          done({ code: Number(error?.code ?? 0), jobs, said })
        },
      )
    })
  }

  function environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PATH: [join(outside, 'npm/bin'), process.env['PATH'], rsync].join(delimiter),
      HOME: outside,
      GIT_CONFIG_GLOBAL: join(outside, 'gitconfig'),
      GIT_CONFIG_NOSYSTEM: '1',
      npm_config_registry: addressOf(registry),
      npm_config_prefix: join(outside, 'npm'),
      npm_config_cache: join(outside, 'npm-cache'),
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
      NO_COLOR: '1',
    }
  }

  /** A clone whose origin is GitLab's address, and what stands behind that address here. */
  async function prepareGit(): Promise<void> {
    const bare = join(outside, 'origin/platform/fleet.git')
    const instead = [`${GITLAB}/`, `https://fitout:${TOKEN}@gitlab.example.com/`]
    // Of pushes alone: what the origin is called decides which project the pipeline is of.
    const lines = instead.map(address => `pushInsteadOf = ${address}`)
    const config = [`[url "file://${join(outside, 'origin')}/"]`, ...lines, '[user]', ...person]
    await writeFile(join(outside, 'gitconfig'), `${config.join('\n')}\n`)
    await scene.program('git', 'init', '--quiet', '--bare', '--initial-branch=main', bare)
    await scene.program('git', `--git-dir=${bare}`, 'config', 'receive.advertisePushOptions', 'true')
    await mkdir(join(bare, 'hooks'), { recursive: true })
    const record = `#!/bin/sh
for at in 0 1; do eval "echo \\$GIT_PUSH_OPTION_$at"; done > '${join(outside, 'push-options')}'
`
    await writeFile(join(bare, 'hooks/pre-receive'), record, { mode: 0o755 })
    await git('init', '--quiet', '--initial-branch=main')
    // Where gitlab-ci-local keeps its state; a runner has none.
    await writeFile(join(scene.folder, '.git/info/exclude'), '.gitlab-ci-local\n')
    await git('remote', 'add', 'origin', `${GITLAB}/platform/fleet.git`)
    await commit('a fleet')
    await git('push', '--quiet', '--set-upstream', 'origin', 'main')
  }

  async function commit(message: string): Promise<void> {
    await git('add', '--all')
    await git('commit', '--quiet', '--message', message)
  }

  function git(...args: readonly string[]): Promise<string> {
    return scene.program('env', `GIT_CONFIG_GLOBAL=${join(outside, 'gitconfig')}`, 'git', ...args)
  }

  function origin(...args: readonly string[]): Promise<string> {
    return scene.program('git', `--git-dir=${join(outside, 'origin/platform/fleet.git')}`, ...args)
  }
})
