import { encodeBase64 } from '../domain/bytes/base64.ts'
import { encodeUtf8 } from '../domain/bytes/utf8.ts'
import { type Fields, numberIn, partOf, textIn } from '../domain/object/fields.ts'
import { callForge, type ForgeApi } from './forge-request.ts'
import type { FileWrite, GitHost, HostRequest } from './git-host.ts'
import {
  callForFields,
  callForList,
  callIfThere,
  linkIn,
  pagesOf,
  textOfBase64,
  textWithin,
  reading,
  plainPath,
} from './host-answers.ts'

const PUSH = 'push branches, as the scope api and the role Developer do'
const OPEN = 'open merge requests, as the scope api and the role Developer do'

/** A project of GitLab. https://docs.gitlab.com/api/ */
export function gitlabHost(api: ForgeApi, project: string): GitHost {
  const root = `/projects/${encodeURIComponent(project)}`
  const tree = `${root}/repository`
  const requests = `${root}/merge_requests`
  return {
    name: `${project} on ${api.url.host}`,
    mark: '!',
    headOf: async branch => {
      const found = await callIfThere(
        api,
        reading(`${tree}/branches/${encodeURIComponent(branch)}`, `read branch ${branch} of ${project}`),
      )
      return found && textWithin(found, 'commit', 'id')
    },
    fileAt: async (path, commit) => {
      const found = await callIfThere(
        api,
        reading(`${tree}/files/${encodeURIComponent(path)}?ref=${commit}`, `read ${path} of ${project}`),
      )
      if (!found) return undefined
      const isLink = await isLinkIn(api, { tree, path, commit })
      const text = textOfBase64(textIn(found, 'content'))
      return { kind: isLink ? 'link' : 'file', text, lock: textIn(found, 'last_commit_id') }
    },
    pathsAt: async commit => {
      const path = `${tree}/tree?recursive=true&ref=${commit}`
      const what = `list the files of ${project}`
      const found = await pagesOf(api, { path, what }, { size: 100, most: 20_000, query: 'per_page' })
      return found.flatMap(plainPath)
    },
    commit: async ({ branch, base, message, files }) => {
      await callForge(api, {
        method: 'POST',
        path: `${tree}/commits`,
        body: {
          branch,
          start_sha: base.commit,
          commit_message: message,
          actions: files.map(actionOf),
        },
        what: `make branch ${branch} of ${project}`,
        right: PUSH,
      })
    },
    openRequestOf: async (branch, base) => {
      const query = `source_branch=${encodeURIComponent(branch)}&target_branch=${encodeURIComponent(base)}`
      const found = await callForList(
        api,
        reading(`${requests}?state=opened&${query}`, `list the merge requests of ${project}`),
      )
      return found.map(requestIn)[0]
    },
    openRequest: async ({ branch, base, title, body }) =>
      requestIn(
        await callForFields(api, {
          method: 'POST',
          path: requests,
          body: {
            source_branch: branch,
            target_branch: base,
            title,
            description: body,
            remove_source_branch: true,
          },
          what: `open a merge request of ${project}`,
          right: OPEN,
        }),
      ),
    openRequests: async (base, most) => {
      const path = `${requests}?state=opened&order_by=created_at&sort=desc&target_branch=${encodeURIComponent(base)}`
      const what = `list the merge requests of ${project}`
      return (await pagesOf(api, { path, what }, { size: Math.min(most, 100), most, query: 'per_page' })).map(
        requestIn,
      )
    },
    request: async number =>
      requestIn(
        await callForFields(
          api,
          reading(`${requests}/${number}`, `read merge request !${number} of ${project}`),
        ),
      ),
    changedPaths: async number => {
      const path = `${requests}/${number}/diffs`
      const what = `list the files of merge request !${number} of ${project}`
      const found = await pagesOf(api, { path, what }, { size: 100, most: 1000, query: 'per_page' })
      return found.map(one => ({ path: textIn(one, 'new_path'), before: textIn(one, 'old_path') }))
    },
    sidesOf: request => Promise.resolve({ before: request.start ?? '', after: request.head }),
  }
}

// GitLab gives the text of a link like that of a file: only the folder says what it is.
async function isLinkIn(
  api: ForgeApi,
  { tree, path, commit }: { readonly tree: string; readonly path: string; readonly commit: string },
): Promise<boolean> {
  const folder = path.split('/').slice(0, -1).join('/')
  const entries = await pagesOf(
    api,
    {
      path: `${tree}/tree?path=${encodeURIComponent(folder)}&ref=${commit}`,
      what: `list ${folder || 'the root'}`,
    },
    { size: 100, most: 20_000, query: 'per_page' },
  )
  const mode = textIn(entries.find(entry => textIn(entry, 'path') === path) ?? {}, 'mode')
  return mode !== '100644' && mode !== '100755'
}

function actionOf({ path, before, after }: FileWrite): Fields {
  const lock = before ? { last_commit_id: before.lock } : {}
  if (after === undefined) return { action: 'delete', file_path: path, ...lock }
  return {
    action: before ? 'update' : 'create',
    file_path: path,
    encoding: 'base64',
    content: encodeBase64(encodeUtf8(after)),
    ...lock,
  }
}

function requestIn(fields: Fields): HostRequest {
  const state = textIn(fields, 'state')
  const mergedAt = textIn(fields, 'merged_at')
  return {
    number: numberIn(fields, 'iid'),
    url: linkIn(fields, 'web_url'),
    title: textIn(fields, 'title'),
    author: textWithin(fields, 'author', 'username'),
    state: state === 'merged' ? 'merged' : state === 'closed' ? 'closed' : 'open',
    branch: textIn(fields, 'source_branch'),
    base: textIn(fields, 'target_branch'),
    createdAt: textIn(fields, 'created_at'),
    mergedAt: mergedAt === '' ? undefined : mergedAt,
    head: textIn(fields, 'sha'),
    start: textWithin(fields, 'diff_refs', 'base_sha') || undefined,
    pipeline: pipelines[textIn(partOf(fields, 'head_pipeline'), 'status')] ?? pipelineOfNone(fields),
  }
}

// Only one request at a time says whether it has a pipeline; lists do not.
function pipelineOfNone(fields: Fields): HostRequest['pipeline'] {
  return fields['head_pipeline'] === null ? 'none' : undefined
}

const pipelines: Readonly<Record<string, HostRequest['pipeline']>> = {
  success: 'passed',
  failed: 'failed',
  canceled: 'failed',
  created: 'running',
  pending: 'running',
  running: 'running',
  preparing: 'running',
  waiting_for_resource: 'running',
  scheduled: 'running',
  manual: 'running',
  skipped: 'none',
}
