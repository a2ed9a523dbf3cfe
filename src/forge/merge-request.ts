import type { ForgeApi } from './forge-request.ts'
import type { CommentStore } from './comment-store.ts'

/** The kinds of forges. */
export type ForgeKind = 'gitlab' | 'github' | 'gitea'

/** A merge request on a forge. */
export interface MergeRequest {
  readonly kind: ForgeKind
  readonly url: URL
  /** `group/project`, or a number in GitLab. */
  readonly project: string
  readonly number: string
  readonly token: string
  readonly tokenName: string
}

type Timing = Pick<ForgeApi, 'timeoutMs' | 'sleep'>

/** The comments of a merge request, by the API of its forge. */
export function commentsOf(request: MergeRequest, timing: Timing): CommentStore {
  return stores[request.kind](request, timing)
}

const stores: Readonly<Record<ForgeKind, (request: MergeRequest, timing: Timing) => CommentStore>> = {
  gitlab: (request, timing) => {
    const { project, number, token } = request
    const notes = `/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`
    return {
      name: `merge request !${number} of ${project}`,
      api: apiOf(request, timing, { 'private-token': token }),
      list: notes,
      one: id => `${notes}/${id}`,
      update: 'PUT',
      pages: { size: 100, query: 'sort=asc&order_by=created_at&per_page' },
    }
  },
  github: (request, timing) => {
    const { project, number, token } = request
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    }
    return {
      name: `pull request #${number} of ${project}`,
      api: apiOf(request, timing, headers),
      list: `/repos/${segments(project)}/issues/${number}/comments`,
      one: id => `/repos/${segments(project)}/issues/comments/${id}`,
      update: 'PATCH',
      pages: { size: 100, query: 'per_page' },
    }
  },
  gitea: (request, timing) => {
    const { project, number, token } = request
    return {
      name: `pull request #${number} of ${project}`,
      api: apiOf(request, timing, { authorization: `token ${token}` }),
      list: `/repos/${segments(project)}/issues/${number}/comments`,
      one: id => `/repos/${segments(project)}/issues/comments/${id}`,
      update: 'PATCH',
      pages: undefined,
    }
  },
}

function apiOf(
  { url, tokenName }: MergeRequest,
  timing: Timing,
  headers: Readonly<Record<string, string>>,
): ForgeApi {
  return { url, tokenName, headers, ...timing }
}

function segments(project: string): string {
  return project.split('/').map(encodeURIComponent).join('/')
}
