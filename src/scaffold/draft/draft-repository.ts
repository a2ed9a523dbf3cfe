import type { ClusterClass } from '../../domain/cluster-class/read-class.ts'
import { readClass } from '../../domain/cluster-class/read-class.ts'
import { type ClusterNetwork, networksOf } from '../../domain/cluster-form/networks.ts'
import type { FoundVersion } from '../../domain/compat/cluster-versions.ts'
import { withOwnFacts } from '../../domain/compat/own-facts.ts'
import { names } from '../../domain/api/api-names.ts'
import { clustersInRepository } from '../../domain/inventory/clusters-in-repository.ts'
import { type LintRepository, ofKind } from '../../domain/lint/model/lint-repository.ts'
import type { AddOn } from '../../domain/repository/add-on-schema.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import { CAPI, CLASSES, environmentNamespace, managementOf, PLANS } from '../places.ts'

/** What a new cluster is checked against: a part of a fleet repository that fits into an answer of a server. It is JSON. */
export interface DraftRepository {
  readonly repository: RepositoryFile
  readonly addOns: readonly AddOn[]
  /** Every file of the repository. */
  readonly paths: readonly string[]
  /** The files that a new cluster changes, and those that say what becomes of it. */
  readonly texts: Readonly<Record<string, string>>
  readonly classes: readonly DraftClass[]
  readonly clusters: readonly DraftCluster[]
  /** What the clusters of a namespace and profile have, by `dev/default`. */
  readonly components: Readonly<Record<string, readonly FoundVersion[]>>
}

/** A class that clusters can be made of. */
export interface DraftClass {
  readonly found: ClusterClass
  /** Its file below classes/, if the repository has it. */
  readonly file: string | undefined
}

/** A cluster that there is. */
export interface DraftCluster {
  readonly name: string
  readonly environment: string
  readonly networks: readonly ClusterNetwork[]
}

/** No file that matters here is larger. */
const MOST_LETTERS = 64 * 1024

/** Takes out of a repository what drafts are checked against; undefined if it has no fitout.yaml that reads. */
export function draftRepository(lint: LintRepository, addOns: readonly AddOn[]): DraftRepository | undefined {
  const { fitout, files } = lint
  if (!fitout) return undefined
  const wanted = [...files.texts].filter(
    ([path, text]) => text.length <= MOST_LETTERS && isNeeded(path, fitout),
  )
  return {
    repository: fitout,
    addOns,
    paths: [...files.paths],
    texts: Object.fromEntries(wanted),
    classes: ofKind(lint, 'cluster.x-k8s.io', 'ClusterClass').flatMap(({ content, path }) => {
      const found = readClass(content)
      const file = path.startsWith(`${CLASSES}/`) ? path.slice(CLASSES.length + 1) : undefined
      return found ? [{ found, file }] : []
    }),
    clusters: clustersOf(lint, fitout),
    components: componentsOf(lint, fitout),
  }
}

// Lists, Fitouts, classes, and what Flux on the management cluster applies: none of it grows with the fleet but the lists.
function isNeeded(path: string, repository: RepositoryFile): boolean {
  if (path === 'fitout.yaml') return true
  const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
  if (folder === PLANS || folder === CLASSES || path.startsWith(`clusters/${managementOf(repository)}/`))
    return true
  const isList = path.endsWith('/kustomization.yaml')
  const environments = Object.keys(repository.environments)
  return isList && environments.some(one => folder === `${CAPI}/${one}` || folder === `clusters/${one}`)
}

function clustersOf(lint: LintRepository, repository: RepositoryFile): readonly DraftCluster[] {
  const environments = Object.keys(repository.environments)
  return ofKind(lint, 'cluster.x-k8s.io', 'Cluster').flatMap(object => {
    const environment = environments.find(one => object.path.startsWith(`${CAPI}/${one}/`))
    if (environment === undefined) return []
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read from YAML
    const networks = networksOf(object.content as YamlValue)
    return [{ name: object.name, environment, networks }]
  })
}

function componentsOf(
  lint: LintRepository,
  repository: RepositoryFile,
): Readonly<Record<string, readonly FoundVersion[]>> {
  const profiles = new Map(
    ofKind(lint, 'cluster.x-k8s.io', 'Cluster').flatMap(object =>
      lint
        .instancesOf(object)
        .map(({ namespace, name, labels }) => [`${namespace}/${name}`, labels[names.profileLabel] ?? '']),
    ),
  )
  const facts = withOwnFacts(repository.compat?.facts ?? [])
  return Object.fromEntries(
    clustersInRepository(lint, facts).map(({ namespace, name, components }) => [
      `${namespace}/${profiles.get(`${namespace}/${name}`) ?? ''}`,
      components,
    ]),
  )
}

/** What the other clusters of an environment and profile have; of Flux, fitout.yaml says the version. */
export function componentsFor(
  { repository, components }: DraftRepository,
  environment: string,
  profile: string,
): readonly FoundVersion[] {
  const known = components[`${environmentNamespace(repository, environment)}/${profile}`] ?? []
  if (known.some(({ component }) => component === 'flux')) return known
  return [...known, { component: 'flux', version: repository.versions.flux, places: ['fitout.yaml'] }]
}
