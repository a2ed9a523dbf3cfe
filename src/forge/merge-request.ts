import type { CommentStore } from './comment-store.ts'
import {
  addressSegments,
  type ForgeAccess,
  forgeApi,
  type ForgeKind,
  type ForgeTiming,
} from './forge-access.ts'

/** A merge request on a forge. */
export interface MergeRequest extends ForgeAccess {
  readonly number: string
}

/** The comments of a merge request, by the API of its forge. */
export function commentsOf(request: MergeRequest, timing: ForgeTiming): CommentStore {
  return { ...places[request.kind](request), api: forgeApi(request, timing) }
}

const places: Readonly<Record<ForgeKind, (request: MergeRequest) => Omit<CommentStore, 'api'>>> = {
  gitlab: ({ project, number }) => {
    const notes = `/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`
    return {
      name: `merge request !${number} of ${project}`,
      list: notes,
      one: id => `${notes}/${id}`,
      update: 'PUT',
      pages: { size: 100, query: 'sort=asc&order_by=created_at&per_page' },
    }
  },
  github: request => ({ ...issueComments(request), pages: { size: 100, query: 'per_page' } }),
  gitea: request => ({ ...issueComments(request), pages: undefined }),
}

function issueComments({ project, number }: MergeRequest): Omit<CommentStore, 'api' | 'pages'> {
  const issues = `/repos/${addressSegments(project)}/issues`
  return {
    name: `pull request #${number} of ${project}`,
    list: `${issues}/${number}/comments`,
    one: id => `${issues}/comments/${id}`,
    update: 'PATCH',
  }
}
