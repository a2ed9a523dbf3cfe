import { dns1123LabelProblems } from '../../domain/names/dns-name.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { type ClusterPlace, hasEnvironmentFolders, managementOf } from '../places.ts'

/** Why a new cluster cannot have this name; undefined if it can. `others` are the clusters that there are. */
export function clusterNameProblem(
  { name, environment }: ClusterPlace,
  repository: RepositoryFile,
  others: readonly ClusterPlace[],
): string | undefined {
  const [problem] = dns1123LabelProblems(name)
  if (problem !== undefined) return `${JSON.stringify(name)} is not a valid name for a cluster: ${problem}`
  const taken = ['mgmt', 'flux-common', managementOf(repository), ...Object.keys(repository.environments)]
  if (taken.includes(name))
    return `"${name}" cannot be the name of a cluster: a folder of this repository has that name`
  if (hasEnvironmentFolders(repository)) return undefined
  const other = others.find(one => one.name === name && one.environment !== environment)
  return (
    other &&
    `there is a cluster "${name}" in ${other.environment}: with pattern ${repository.pattern} a name is given once`
  )
}
