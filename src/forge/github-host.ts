import { textIn } from '../domain/object/fields.ts'
import type { ForgeApi } from './forge-request.ts'
import type { FileWrite, GitHost } from './git-host.ts'
import { callForFields, callForList, callIfThere, textWithin, reading } from './host-answers.ts'
import { pullIn, pullRepository, pullRequests, PUSH_RIGHT } from './pull-requests.ts'

/** A repository of GitHub. https://docs.github.com/rest */
export function githubHost(api: ForgeApi, project: string): GitHost {
  const repository = pullRepository(api, project, 'per_page')
  const { root } = repository
  return {
    ...pullRequests(repository),
    headOf: async branch => {
      const path = `${root}/git/ref/heads/${branch.split('/').map(encodeURIComponent).join('/')}`
      const found = await callIfThere(api, reading(path, `read branch ${branch} of ${project}`))
      return found && textWithin(found, 'object', 'sha')
    },
    // Nobody sees the commit before the last call, which gives it its branch.
    commit: async ({ branch, base, message, files }) => {
      const what = `make branch ${branch} of ${project}`
      const post = (path: string, body: Readonly<Record<string, unknown>>) =>
        callForFields(api, { method: 'POST', path: `${root}${path}`, body, what, right: PUSH_RIGHT })
      const old = await callForFields(api, reading(`${root}/git/commits/${base.commit}`, what))
      const tree = await post('/git/trees', {
        base_tree: textWithin(old, 'tree', 'sha'),
        tree: files.map(entryOf),
      })
      const commit = await post('/git/commits', {
        message,
        tree: textIn(tree, 'sha'),
        parents: [base.commit],
      })
      await post('/git/refs', { ref: `refs/heads/${branch}`, sha: textIn(commit, 'sha') })
    },
    openRequestOf: async (branch, base) => {
      const [owner = ''] = project.split('/')
      const query = `head=${encodeURIComponent(`${owner}:${branch}`)}&base=${encodeURIComponent(base)}`
      const found = await callForList(
        api,
        reading(`${root}/pulls?state=open&${query}`, `list the pull requests of ${project}`),
      )
      return found.map(pullIn).find(pull => pull.branch === branch)
    },
    sidesOf: async ({ number, head }) => {
      const what = `read the commits of pull request #${number} of ${project}`
      const pull = await callForFields(api, reading(`${root}/pulls/${number}`, what))
      const range = `${textWithin(pull, 'base', 'sha')}...${head}`
      const compared = await callForFields(api, reading(`${root}/compare/${range}`, what))
      return { before: textWithin(compared, 'merge_base_commit', 'sha'), after: head }
    },
  }
}

function entryOf({ path, after }: FileWrite): Readonly<Record<string, unknown>> {
  const entry = { path, mode: '100644', type: 'blob' }
  return after === undefined ? { ...entry, sha: null } : { ...entry, content: after }
}
