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
} from './forge-dialect.ts'
import { digestOf, type GitModel, plainFile } from './git-model.ts'

const root = '/repos/platform/fleet'

/** https://docs.github.com/rest : contents, Git database, pulls, statuses, compare. */
export const githubDialect: Dialect = {
  base: '',
  login: headers =>
    headers.authorization === `Bearer ${CANARY}` &&
    headers.accept === 'application/vnd.github+json' &&
    headers['x-github-api-version'] === '2022-11-28' &&
    headers['user-agent'] !== undefined,
  answer: (call, model) => {
    if (!call.path.startsWith(`${root}/`)) return undefined
    const path = call.path.slice(root.length)
    return call.method === 'POST'
      ? written(path, call, model)
      : (pullRead(path, call, model) ?? gitRead(path, call, model))
  },
}

function gitRead(path: string, { query }: DialectCall, model: GitModel): DialectAnswer | undefined {
  const [, branch] = /^\/git\/ref\/heads\/(.+)$/.exec(path) ?? []
  if (branch !== undefined) {
    const sha = model.branches.get(decodeURIComponent(branch))
    return sha === undefined ? notFound : ok({ ref: `refs/heads/${branch}`, object: { type: 'commit', sha } })
  }
  const [, commit] = /^\/git\/commits\/(\w+)$/.exec(path) ?? []
  if (commit !== undefined) {
    const sha = digestOf(`tree of ${commit}`)
    model.trees.set(sha, model.treeOf(commit))
    return ok({ sha: commit, tree: { sha } })
  }
  const [, tree] = /^\/git\/trees\/(\w+)$/.exec(path) ?? []
  if (tree !== undefined) return treeOf(tree, model)
  const [, file] = /^\/contents\/(.+)$/.exec(path) ?? []
  if (file === undefined) return undefined
  const name = decodeURIComponent(file)
  return contentsOf(name, model.treeOf(query.get('ref') ?? '').get(name))
}

function pullRead(path: string, { query }: DialectCall, model: GitModel): DialectAnswer | undefined {
  if (path === '/pulls') {
    const head = query.get('head')
    const found = model.requests.filter(
      one =>
        one.state === 'open' &&
        one.base === query.get('base') &&
        (head === null || head === `platform:${one.branch}`),
    )
    return ok(pageOf(found.map(pullOf), query.get('per_page'), query.get('page')))
  }
  if (/^\/commits\/\w+\/status$/.test(path)) return ok({ state: 'pending', total_count: 0, statuses: [] })
  const [, start] = /^\/compare\/(\w+)\.\.\.\w+$/.exec(path) ?? []
  if (start !== undefined) return ok({ merge_base_commit: { sha: start } })
  const [, number, files] = /^\/pulls\/(\d+)(\/files)?$/.exec(path) ?? []
  const request = model.requests[Number(number) - 1]
  if (number === undefined) return undefined
  if (!request) return notFound
  if (files === undefined) return ok(pullOf(request))
  const changed = model.changedPaths(request).map(filename => ({ filename, status: 'modified' }))
  return ok(pageOf(changed.toReversed(), query.get('per_page'), query.get('page')))
}

function written(path: string, { body }: DialectCall, model: GitModel): DialectAnswer | undefined {
  if (path === '/git/trees' && hasKeys(body, 'base_tree tree')) return tree(body, model)
  if (path === '/git/commits' && hasKeys(body, 'message parents tree')) {
    const parents: unknown = body['parents']
    const parent = Array.isArray(parents) ? String(parents[0]) : ''
    const made = model.trees.get(textIn(body, 'tree'))
    if (!made || !model.commits.has(parent)) return undefined
    return { status: 201, value: { sha: model.addCommit(made, parent) } }
  }
  if (path === '/git/refs' && hasKeys(body, 'ref sha')) {
    const name = textIn(body, 'ref').replace(/^refs\/heads\//, '')
    if (model.branches.has(name)) return { status: 422, value: { message: 'Reference already exists' } }
    model.branches.set(name, textIn(body, 'sha'))
    return { status: 201, value: { ref: body['ref'] } }
  }
  if (path !== '/pulls' || !hasKeys(body, 'base body head title')) return undefined
  const branch = textIn(body, 'head')
  if (model.requests.some(one => one.branch === branch && one.state === 'open'))
    return {
      status: 422,
      value: { message: 'Validation Failed', errors: [{ message: 'A pull request already exists' }] },
    }
  const made = model.open({
    branch,
    base: textIn(body, 'base'),
    title: textIn(body, 'title'),
    body: textIn(body, 'body'),
  })
  return { status: 201, value: pullOf(made) }
}

function tree(body: Readonly<Record<string, unknown>>, model: GitModel): DialectAnswer | undefined {
  const files = new Map(model.trees.get(textIn(body, 'base_tree')))
  for (const entry of itemsIn(body, 'tree')) {
    if (entry['mode'] !== '100644' || entry['type'] !== 'blob') return undefined
    const path = textIn(entry, 'path')
    if (entry['sha'] === null) files.delete(path)
    else files.set(path, plainFile(textIn(entry, 'content')))
  }
  const sha = digestOf(`tree ${model.trees.size} ${[...files.keys()].join()}`)
  model.trees.set(sha, files)
  return { status: 201, value: { sha } }
}
