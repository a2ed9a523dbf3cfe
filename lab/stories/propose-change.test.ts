import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFields, textIn } from '../../src/domain/object/fields.ts'
import { openHost } from '../../src/forge/open-host.ts'
import { proposeChange } from '../../src/forge/propose-change.ts'
import { gitHostContract, type HostBench } from '../../test/contract/git-host-contract.ts'
import { until } from '../kube/until.ts'
import { callGitea, startGiteaIn } from '../servers/gitea-api.ts'
import type { Gitea } from '../servers/gitea.ts'

let folder: string
let gitea: Gitea

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-gitea-'))
  gitea = await startGiteaIn(folder)
  await callGitea(gitea, 'POST /user/repos', { name: 'fleet', default_branch: 'main', auto_init: true })
}, 3_600_000)
afterAll(async () => {
  await gitea?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

function hostWith(token: string): HostBench['host'] {
  const url = new URL(`${gitea.url}/api/v1`)
  const access = { kind: 'gitea', url, project: 'fleet/fleet', token, tokenName: 'GITEA_TOKEN' } as const
  return openHost(access, { timeoutMs: 60_000, sleep: ms => new Promise(resolve => setTimeout(resolve, ms)) })
}

async function contentsAt(
  path: string,
  branch: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const address = `/repos/fleet/fleet/contents/${path}?ref=${encodeURIComponent(branch)}`
  const found = await callGitea(gitea, `GET ${address}`).catch((error: unknown) => {
    if (String(error).includes(': 404 ')) return undefined
    throw error
  })
  return isFields(found) ? found : undefined
}

const bench = {
  push: async (path: string, text: string): Promise<void> => {
    const known = await contentsAt(path, 'main')
    const body = {
      branch: 'main',
      message: 'a change of somebody',
      content: Buffer.from(text).toString('base64'),
    }
    await callGitea(
      gitea,
      `${known ? 'PUT' : 'POST'} /repos/fleet/fleet/contents/${path}`,
      known ? { ...body, sha: textIn(known, 'sha') } : body,
    )
  },
  // Gitea looks at a request for some seconds before it can be merged.
  merge: async (number: number): Promise<void> => {
    await until(
      `request ${number} is merged`,
      async () => {
        await callGitea(gitea, `POST /repos/fleet/fleet/pulls/${number}/merge`, { Do: 'merge' })
        return true
      },
      120_000,
    )
  },
  read: async (path: string, branch: string): Promise<string | undefined> => {
    const found = await contentsAt(path, branch)
    return found && Buffer.from(textIn(found, 'content'), 'base64').toString('utf8')
  },
}

gitHostContract(() => Promise.resolve({ host: hostWith(gitea.token), ...bench }))

test('a token that is wrong makes nothing, and is not told', async () => {
  const token = '0'.repeat(40)
  const change = {
    branch: 'fitout/new-nobody',
    base: 'main',
    title: 'Add',
    body: '',
    files: [{ path: 'nobody.yaml', before: undefined, after: 'a: 1\n' }],
  }
  const error: unknown = await proposeChange(hostWith(token), change).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'NOT_LOGGED_IN', isBranchMade: false })
  expect(String(error)).not.toContain(token)
})
