import { encodeBase64 } from '../domain/bytes/base64.ts'
import { encodeUtf8 } from '../domain/bytes/utf8.ts'
import { callForge, type ForgeApi } from './forge-request.ts'
import type { FileWrite, GitHost } from './git-host.ts'
import { callIfThere, textWithin } from './host-answers.ts'
import { pullRepository, pullRequests, PUSH_RIGHT } from './pull-requests.ts'

/** More open pull requests than a fleet has: Gitea cannot be asked for those of one branch. */
const MOST_OPEN = 1000

/** A repository of Gitea or Forgejo. https://docs.gitea.com/api */
export function giteaHost(api: ForgeApi, project: string): GitHost {
  const repository = pullRepository(api, project, 'limit')
  const { root } = repository
  const pulls = pullRequests(repository)
  return {
    ...pulls,
    headOf: async branch => {
      const path = `${root}/branches/${branch.split('/').map(encodeURIComponent).join('/')}`
      const what = `read branch ${branch} of ${project}`
      const found = await callIfThere(api, { method: 'GET', path, what })
      return found && textWithin(found, 'commit', 'id')
    },
    commit: async ({ branch, base, message, files }) => {
      await callForge(api, {
        method: 'POST',
        path: `${root}/contents`,
        body: { branch: base.branch, new_branch: branch, message, files: files.map(changeOf) },
        what: `make branch ${branch} of ${project}`,
        right: PUSH_RIGHT,
      })
    },
    openRequestOf: async (branch, base) =>
      (await pulls.openRequests(base, MOST_OPEN)).find(pull => pull.branch === branch),
    sidesOf: request => Promise.resolve({ before: request.start ?? '', after: request.head }),
  }
}

function changeOf({ path, before, after }: FileWrite): Readonly<Record<string, unknown>> {
  const lock = before ? { sha: before.lock } : {}
  if (after === undefined) return { operation: 'delete', path, ...lock }
  return { operation: before ? 'update' : 'create', path, content: encodeBase64(encodeUtf8(after)), ...lock }
}
