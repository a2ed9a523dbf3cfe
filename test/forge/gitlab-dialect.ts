import { itemsIn, textIn } from '../../src/domain/object/fields.ts'
import {
  CANARY,
  type Dialect,
  type DialectAnswer,
  type DialectCall,
  hasKeys,
  notFound,
  ok,
  pageOf,
  textFromBase64,
} from './forge-dialect.ts'
import { type GitModel, type ModelFile, type ModelRequest, plainFile } from './git-model.ts'

const project = '/projects/platform%2Ffleet'

/** https://docs.gitlab.com/api/ : branches, repository files, trees, commits, merge requests. */
export const gitlabDialect: Dialect = {
  base: '/api/v4',
  login: headers => headers['private-token'] === CANARY,
  answer: (call, model) => {
    if (!call.path.startsWith(project)) return undefined
    const path = call.path.slice(project.length)
    const [, branch] = /^\/repository\/branches\/([^/]+)$/.exec(path) ?? []
    if (branch !== undefined && call.method === 'GET') return branchOf(decodeURIComponent(branch), model)
    const [, file] = /^\/repository\/files\/([^/]+)$/.exec(path) ?? []
    if (file !== undefined && call.method === 'GET') return fileOf(decodeURIComponent(file), call, model)
    if (path === '/repository/tree') return treeOf(call, model)
    if (path === '/repository/commits' && call.method === 'POST') return commit(call, model)
    if (path === '/merge_requests') return call.method === 'POST' ? open(call, model) : list(call, model)
    const [, number, diffs] = /^\/merge_requests\/(\d+)(\/diffs)?$/.exec(path) ?? []
    const request = model.requests[Number(number) - 1]
    if (number === undefined || call.method !== 'GET') return undefined
    if (!request) return notFound
    if (diffs === undefined) return ok({ ...requestOf(request), head_pipeline: { status: 'success' } })
    const paths = model.changedPaths(request).map(one => ({ new_path: one, old_path: one }))
    return ok(pageOf(paths.toReversed(), call.query.get('per_page'), call.query.get('page')))
  },
}

function branchOf(name: string, model: GitModel): DialectAnswer {
  const id = model.branches.get(name)
  return id === undefined ? notFound : ok({ name, commit: { id } })
}

function fileOf(path: string, { query }: DialectCall, model: GitModel): DialectAnswer {
  const file = model.treeOf(query.get('ref') ?? '').get(path)
  if (!file) return notFound
  const content = Buffer.from(file.text).toString('base64')
  return ok({ file_path: path, encoding: 'base64', content, last_commit_id: lockOf(path, file) })
}

function lockOf(path: string, { text }: ModelFile): string {
  return `last ${path} ${text.length}`
}

function treeOf({ query }: DialectCall, model: GitModel): DialectAnswer {
  const folder = query.get('path') ?? ''
  const isAll = query.get('recursive') === 'true'
  const entries = [...model.treeOf(query.get('ref') ?? '')]
    .filter(([path]) => isAll || path.split('/').slice(0, -1).join('/') === folder)
    .map(([path, { mode }]) => ({ path, mode, type: 'blob' }))
  return ok(pageOf(entries, query.get('per_page'), query.get('page')))
}

function commit({ body }: DialectCall, model: GitModel): DialectAnswer | undefined {
  if (!hasKeys(body, 'actions branch commit_message start_sha')) return undefined
  const start = textIn(body, 'start_sha')
  const branch = textIn(body, 'branch')
  if (model.branches.has(branch))
    return { status: 400, value: { message: `A branch called '${branch}' already exists. ${CANARY}` } }
  const tree = new Map(model.treeOf(start))
  for (const action of itemsIn(body, 'actions')) {
    const path = textIn(action, 'file_path')
    const old = tree.get(path)
    const verb = textIn(action, 'action')
    const isLocked = verb === 'create' ? !old : old && action['last_commit_id'] === lockOf(path, old)
    if (isLocked !== true) return { status: 400, value: { message: `${verb} of ${path}` } }
    if (verb === 'delete') tree.delete(path)
    else if (action['encoding'] === 'base64') tree.set(path, plainFile(textFromBase64(action['content'])))
    else return undefined
  }
  model.branches.set(branch, model.addCommit(tree, start))
  return { status: 201, value: { id: model.branches.get(branch) } }
}

function open({ body }: DialectCall, model: GitModel): DialectAnswer | undefined {
  if (!hasKeys(body, 'description remove_source_branch source_branch target_branch title')) return undefined
  const [branch, base] = [textIn(body, 'source_branch'), textIn(body, 'target_branch')]
  if (model.requests.some(one => one.branch === branch && one.state === 'open'))
    return { status: 409, value: { message: ['Another open merge request already exists'] } }
  const made = model.open({ branch, base, title: textIn(body, 'title'), body: textIn(body, 'description') })
  return { status: 201, value: requestOf(made) }
}

function list({ query }: DialectCall, model: GitModel): DialectAnswer | undefined {
  if (query.get('state') !== 'opened') return undefined
  const [branch, base] = [query.get('source_branch'), query.get('target_branch')]
  const found = model.requests.filter(
    one => one.state === 'open' && one.base === base && (branch === null || one.branch === branch),
  )
  return ok(pageOf(found.map(requestOf), query.get('per_page') ?? '20', query.get('page')))
}

function requestOf(request: ModelRequest): Readonly<Record<string, unknown>> {
  const { number, title, body, branch, base, head, start, state } = request
  const made = {
    iid: number,
    title,
    description: body,
    state: state === 'open' ? 'opened' : 'merged',
    web_url: `https://forge.example.com/platform/fleet/-/merge_requests/${number}`,
    author: { username: 'ada' },
    source_branch: branch,
    target_branch: base,
    created_at: `2026-11-19T09:0${number}:00Z`,
    merged_at: state === 'merged' ? '2026-11-19T10:00:00Z' : null,
    sha: head,
    diff_refs: { base_sha: start, head_sha: head, start_sha: start },
  }
  return made
}
