import { type Fields, itemsIn, numberIn, textIn } from '../domain/object/fields.ts'
import { ForgeError } from './forge-error.ts'
import type { ForgeApi } from './forge-request.ts'
import type { GitHost, HostRequest } from './git-host.ts'
import {
  callForFields,
  callIfThere,
  fileOfContents,
  linkIn,
  pagesOf,
  plainPath,
  textWithin,
} from './host-answers.ts'
import { addressSegments } from './forge-access.ts'

/** A repository whose API follows that of GitHub. */
export interface PullRepository {
  readonly api: ForgeApi
  readonly project: string
  /** `/repos/platform/fleet`. */
  readonly root: string
  /** How a page of some size is asked for. */
  readonly size: 'per_page' | 'limit'
}

/** What the token must be allowed to do. */
export const PUSH_RIGHT = 'push branches: write access to contents'
const OPEN_RIGHT = 'open pull requests: write access to pull requests'

/** Where a repository is in the API. */
export function pullRepository(api: ForgeApi, project: string, size: PullRepository['size']): PullRepository {
  return { api, project, root: `/repos/${addressSegments(project)}`, size }
}

/** What GitHub and Gitea do in the same way. */
export function pullRequests({
  api,
  project,
  root,
  size,
}: PullRepository): Omit<GitHost, 'commit' | 'headOf' | 'sidesOf' | 'openRequestOf'> {
  const list = (path: string, what: string, most: number) =>
    pagesOf(api, { path, what }, { size: Math.min(most, 50), most, query: size })
  return {
    name: `${project} on ${api.url.host}`,
    mark: '#',
    fileAt: async (path, commit) => {
      const found = await callIfThere(api, {
        method: 'GET',
        path: `${root}/contents/${addressSegments(path)}?ref=${commit}`,
        what: `read ${path} of ${project}`,
      })
      return found && fileOfContents(found)
    },
    pathsAt: async commit => {
      const what = `list the files of ${project}`
      const path = `${root}/git/trees/${commit}?recursive=true`
      const found = await callForFields(api, { method: 'GET', path, what })
      // Half a repository must not pass for a whole one.
      if (found['truncated'] === true)
        throw new ForgeError('UNEXPECTED', `cannot ${what}: it has too many files for one answer`)
      return itemsIn(found, 'tree').flatMap(plainPath)
    },
    openRequest: async ({ branch, base, title, body }) =>
      pullIn(
        await callForFields(api, {
          method: 'POST',
          path: `${root}/pulls`,
          body: { head: branch, base, title, body },
          what: `open a pull request of ${project}`,
          right: OPEN_RIGHT,
        }),
      ),
    openRequests: async (base, most) => {
      const path = `${root}/pulls?state=open&base=${encodeURIComponent(base)}`
      const found = await list(path, `list the pull requests of ${project}`, most)
      return found.map(pullIn).filter(pull => pull.base === base)
    },
    request: async number => {
      const what = `read pull request #${number} of ${project}`
      const pull = pullIn(await callForFields(api, { method: 'GET', path: `${root}/pulls/${number}`, what }))
      const status = await callIfThere(api, {
        method: 'GET',
        path: `${root}/commits/${pull.head}/status`,
        what,
      })
      return { ...pull, pipeline: pipelineOf(status ?? {}) }
    },
    changedPaths: async number => {
      const found = await list(
        `${root}/pulls/${number}/files`,
        `list the files of pull request #${number} of ${project}`,
        1000,
      )
      return found.map(one => {
        const path = textIn(one, 'filename')
        return { path, before: textIn(one, 'previous_filename') || path }
      })
    },
  }
}

// GitHub says "pending" where nobody has said anything.
function pipelineOf(status: Fields): HostRequest['pipeline'] {
  if (numberIn(status, 'total_count') === 0) return 'none'
  const state = textIn(status, 'state')
  if (state === 'success') return 'passed'
  return state === 'failure' || state === 'error' ? 'failed' : state === '' ? 'none' : 'running'
}

/** A pull request of an answer. */
export function pullIn(fields: Fields): HostRequest {
  const mergedAt = textIn(fields, 'merged_at')
  const isMerged = fields['merged'] === true || mergedAt !== ''
  return {
    number: numberIn(fields, 'number'),
    url: linkIn(fields, 'html_url'),
    title: textIn(fields, 'title'),
    author: textWithin(fields, 'user', 'login'),
    state: isMerged ? 'merged' : textIn(fields, 'state') === 'closed' ? 'closed' : 'open',
    branch: textWithin(fields, 'head', 'ref'),
    base: textWithin(fields, 'base', 'ref'),
    createdAt: textIn(fields, 'created_at'),
    mergedAt: mergedAt === '' ? undefined : mergedAt,
    head: textWithin(fields, 'head', 'sha'),
    start: textIn(fields, 'merge_base') || undefined,
    pipeline: undefined,
  }
}
