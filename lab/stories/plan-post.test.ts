import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planScene, replaceIn } from '../../test/cli/plan-scene.ts'
import type { FleetScene } from '../../test/cli/fleet-scene.ts'
import { fitoutCommand } from '../add-ons/fitout-command.ts'
import { until } from '../kube/until.ts'
import { buildTool } from '../programs/build-tool.ts'
import { callGitea, startGiteaIn } from '../servers/gitea-api.ts'
import type { Gitea } from '../servers/gitea.ts'

const run = promisify(execFile)
const GIT = ['-c', 'user.name=lab', '-c', 'user.email=lab@fitout.dev']

let folder: string
let gitea: Gitea
let scene: FleetScene

interface Answer {
  readonly number?: number
  readonly id?: number
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-gitea-'))
  gitea = await startGiteaIn(folder)
  await api('POST', '/user/repos', { name: 'fleet', default_branch: 'main' })
  scene = await planScene('crs')
  await scene.program(
    'git',
    'remote',
    'add',
    'origin',
    `${gitea.url.replace('//', `//fleet:${gitea.token}@`)}/fleet/fleet.git`,
  )
  await scene.program('git', 'push', '--quiet', 'origin', 'main')
  await scene.program('git', 'checkout', '--quiet', '-b', 'change')
  await change('v1.20.2', 'v1.20.3')
  // Gitea takes notice of a push a little later.
  await until(
    'the pull request is there',
    () => api('POST', '/repos/fleet/fleet/pulls', { title: 'A change', head: 'change', base: 'main' }),
    60_000,
  )
  // With an empty cache Gitea is compiled for minutes.
}, 3_600_000)
afterAll(async () => {
  await gitea?.stop()
  await scene?.close()
  if (folder && existsSync(folder)) await rm(folder, { recursive: true, force: true })
})

function api(method: string, path: string, body?: object): Promise<unknown> {
  return callGitea(gitea, `${method} ${path}`, body)
}

async function change(from: string, to: string): Promise<void> {
  await replaceIn(scene, /configmap-cilium\.yaml$/, [
    new RegExp(from.replaceAll('.', String.raw`\.`), 'g'),
    to,
  ])
  await scene.program('git', ...GIT, 'commit', '--quiet', '--all', '--message', `To ${to}`)
  await scene.program('git', 'push', '--quiet', 'origin', 'change')
}

/** Runs the command as a job of Gitea does, and gives what it said to people, and how it ended. */
async function post(token = gitea.token): Promise<{ readonly said: string; readonly code: number }> {
  const env = {
    PATH: process.env['PATH'],
    GITEA_ACTIONS: 'true',
    GITHUB_API_URL: `${gitea.url}/api/v1`,
    GITHUB_REPOSITORY: 'fleet/fleet',
    GITHUB_REF: 'refs/pull/1/head',
    GITHUB_BASE_REF: 'main',
    GITEA_TOKEN: token,
  }
  try {
    const { stderr, stdout } = await run(process.execPath, [fitoutCommand, 'plan', '-o', 'md', '--post'], {
      cwd: scene.folder,
      env,
    })
    return { said: told(stderr + stdout, token, stderr), code: 0 }
  } catch (error) {
    const { stderr, code } = error as { stderr: string; code: number }
    return { said: told(stderr, token, stderr), code }
  }
}

// Nobody is told the token.
function told(all: string, token: string, said: string): string {
  return all.includes(token) ? 'THE TOKEN WAS TOLD' : said
}

async function comments(): Promise<readonly string[]> {
  const found = (await api('GET', '/repos/fleet/fleet/issues/1/comments')) as readonly {
    readonly body: string
  }[]
  return found.map(({ body }) => body)
}

test('a pull request gets one comment, which is renewed with the next push and left alone otherwise', async () => {
  await api('POST', '/repos/fleet/fleet/issues/1/comments', { body: 'A word of a reviewer' })
  expect(await post()).toEqual({
    said: expect.stringContaining('posted the plan to pull request #1 of fleet/fleet\n'),
    code: 0,
  })
  expect(await post()).toEqual({ said: expect.stringContaining('the plan is already there'), code: 0 })
  await change('v1.20.3', 'v1.20.4')
  expect(await post()).toEqual({
    said: expect.stringContaining('renewed the plan of pull request #1 of fleet/fleet\n'),
    code: 0,
  })
  const [first, own, ...more] = await comments()
  expect([first, more]).toEqual(['A word of a reviewer', []])
  expect(own).toMatch(/^<!-- fitout-plan -->\n### Plan: 3 clusters change, 0 do not\./)
  expect(own).toContain('1.20.2 -&gt; 1.20.4')
})

test('Gitea shows it as a table, and makes no link or mention of it', async () => {
  const [, own = ''] = await comments()
  await writeFile(join(folder, 'comment.md'), own)
  const html = await fetch(`${gitea.url}/api/v1/markdown`, {
    method: 'POST',
    headers: { authorization: `token ${gitea.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      Text: await readFile(join(folder, 'comment.md'), 'utf8'),
      Mode: 'comment',
      Context: 'fleet/fleet',
    }),
  })
  const text = await html.text()
  expect(text).toContain('<table>')
  expect(text).toContain('<code>ClusterResourceSet cilium</code>')
  expect(text).not.toMatch(/<a /)
})

test('a token that is wrong, or may only read, is told apart', async () => {
  expect(await post('0'.repeat(40))).toEqual({
    said: expect.stringMatching(/does not accept the token in GITEA_TOKEN \(401\)\nfix: /),
    code: 4,
  })
  const made = await run(
    await buildTool('gitea'),
    [
      'admin',
      'user',
      'generate-access-token',
      '--username',
      'fleet',
      '--token-name',
      'reader',
      '--scopes',
      'read:issue,read:repository',
      '--raw',
      '--config',
      join(folder, 'app.ini'),
    ],
    {
      env: { ...process.env, HOME: folder, GITEA_WORK_DIR: folder },
    },
  )
  const [reader = ''] = /[0-9a-f]{40}/.exec(made.stdout) ?? []
  await api('DELETE', `/repos/fleet/fleet/issues/comments/${await ownComment()}`)
  expect(await post(reader)).toEqual({
    said: expect.stringMatching(/does not allow it with the token in GITEA_TOKEN \(403\)\nfix: /),
    code: 4,
  })
})

async function ownComment(): Promise<number> {
  const found = (await api('GET', '/repos/fleet/fleet/issues/1/comments')) as readonly (Answer & {
    readonly body: string
  })[]
  return found.find(({ body }) => body.startsWith('<!-- fitout-plan -->'))?.id ?? 0
}
