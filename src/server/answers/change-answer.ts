import type { GitHost, HostRequest } from '../../forge/git-host.ts'
import type { OpenChange } from '../../forge/open-changes.ts'
import { proposesFor } from '../../forge/fleet-paths.ts'
import { environmentNamespace } from '../../scaffold/places.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import type { ChangeDetails, ChangeSummary } from '../api/change-response.ts'

/** A merge request in a list, with its clusters by namespace. */
export function changeSummary(
  { request, clusters }: Pick<OpenChange, 'request' | 'clusters'>,
  { mark }: Pick<GitHost, 'mark'>,
  repository: RepositoryFile | undefined,
): ChangeSummary {
  const { number, url, title, author, state, createdAt } = request
  return {
    id: String(number),
    mark,
    url: url.startsWith('https://') ? url : '',
    title,
    author,
    state,
    ...(createdAt === '' ? {} : { createdAt }),
    clusters: clusters.map(cluster => namespaced(cluster, repository)),
  }
}

/** All that the Git host says of a merge request. */
export async function changeDetails(
  host: GitHost,
  request: HostRequest,
  repository: RepositoryFile | undefined,
): Promise<ChangeDetails> {
  const paths = await host.changedPaths(request.number)
  const clusters = proposesFor(paths.flatMap(({ path, before }) => [path, before])) ?? []
  const { branch, pipeline, mergedAt } = request
  return {
    ...changeSummary({ request, clusters }, host, repository),
    branch,
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(mergedAt === undefined ? {} : { mergedAt }),
  }
}

// Files are by environment, and clusters by namespace.
function namespaced(cluster: string, repository: RepositoryFile | undefined): string {
  const [environment = '', name = ''] = cluster.split('/')
  const namespace = repository ? environmentNamespace(repository, environment) : environment
  return `${namespace}/${name}`
}
