import { itemsIn, textIn } from '../../src/domain/object/fields.ts'
import {
  CANARY,
  contentsOf,
  treeOf,
  type Dialect,
  type DialectAnswer,
  type DialectCall,
  hasKeys,
  notFound,
  ok,
  pageOf,
  pullOf,
  textFromBase64,
} from './forge-dialect.ts'
import { blobOf, type GitModel, plainFile } from './git-model.ts'

const root = '/repos/platform/fleet'

/** https://docs.gitea.com/api : repoGetBranch, repoGetContents, repoChangeFiles, repoCreatePullRequest and their like. */
export const giteaDialect: Dialect = {
  base: '/api/v1',
  login: headers => headers.authorization === `token ${CANARY}`,
  answer: (call, model) => {
    if (!call.path.startsWith(`${root}/`)) return undefined
    const path = call.path.slice(root.length)
    if (call.method === 'POST') {
      if (path === '/contents') return change(call, model)
      return path === '/pulls' ? open(call, model) : undefined
    }
    return read(path, call, model)
  },
}

function read(path: string, { query }: DialectCall, model: GitModel): DialectAnswer | undefined {
  const [, branch] = /^\/branches\/(.+)$/.exec(path) ?? []
  if (branch !== undefined) {
    const id = model.branches.get(decodeURIComponent(branch))
    return id === undefined ? notFound : ok({ name: branch, commit: { id } })
  }
  const [, tree] = /^\/git\/trees\/(\w+)$/.exec(path) ?? []
  if (tree !== undefined) return treeOf(tree, model)
  const [, file] = /^\/contents\/(.+)$/.exec(path) ?? []
  if (file !== undefined) {
    const name = decodeURIComponent(file)
    return contentsOf(name, model.treeOf(query.get('ref') ?? '').get(name))
  }
  const page = (items: readonly unknown[]) => ok(pageOf(items, query.get('limit'), query.get('page')))
  if (path === '/pulls') return page(model.requests.filter(({ state }) => state === 'open').map(pullOf))
  if (/^\/commits\/\w+\/status$/.test(path)) return ok({ state: '', total_count: 0, statuses: null })
  const [, number, files] = /^\/pulls\/(\d+)(\/files)?$/.exec(path) ?? []
  const request = model.requests[Number(number) - 1]
  if (number === undefined) return undefined
  if (!request) return notFound
  if (files === undefined) return ok({ ...pullOf(request), merge_base: request.start })
  return page(
    model
      .changedPaths(request)
      .map(filename => ({ filename, status: 'changed' }))
      .toReversed(),
  )
}

function change({ body }: DialectCall, model: GitModel): DialectAnswer | undefined {
  if (!hasKeys(body, 'branch files message new_branch')) return undefined
  const branch = textIn(body, 'new_branch')
  if (model.branches.has(branch))
    return { status: 409, value: { message: `branch already exists [name: ${branch}]` } }
  const start = model.branches.get(textIn(body, 'branch'))
  const files = new Map(model.treeOf(start ?? ''))
  for (const one of itemsIn(body, 'files')) {
    const path = textIn(one, 'path')
    const old = files.get(path)
    const verb = textIn(one, 'operation')
    const isLocked =
      verb === 'create' ? !old && one['sha'] === undefined : old && one['sha'] === blobOf(old.text)
    if (isLocked !== true) return { status: 422, value: { message: `${verb} of ${path}` } }
    if (verb === 'delete') files.delete(path)
    else files.set(path, plainFile(textFromBase64(one['content'])))
  }
  model.branches.set(branch, model.addCommit(files, start))
  return { status: 201, value: { commit: {} } }
}

function open({ body }: DialectCall, model: GitModel): DialectAnswer | undefined {
  if (!hasKeys(body, 'base body head title')) return undefined
  const branch = textIn(body, 'head')
  if (model.requests.some(one => one.branch === branch && one.state === 'open'))
    return { status: 409, value: { message: 'pull request already exists for these targets' } }
  const made = model.open({
    branch,
    base: textIn(body, 'base'),
    title: textIn(body, 'title'),
    body: textIn(body, 'body'),
  })
  return { status: 201, value: pullOf(made) }
}
