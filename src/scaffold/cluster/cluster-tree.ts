import type { AddOn } from '../../domain/repository/add-on-schema.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { addOnListings } from '../add-on/add-on-changes.ts'
import { clusterAddOnTree } from '../add-on/add-on-tree.ts'
import { fluxInstanceFiles } from '../flux/flux-instance.ts'
import { fluxKustomization, kustomizeFile } from '../flux/flux-objects.ts'
import { clusterApplyFile } from '../init/apply-ci-files.ts'
import { bootstrapFiles } from '../init/management-tree.ts'
import { CAPI, capiFolder, clusterFolder, type FolderListing, WORKLOADS } from '../places.ts'
import { joinTrees, type RepositoryTree } from '../tree.ts'
import { commented, yamlFile } from '../write/yaml-file.ts'
import { clusterFile, type NewCluster } from './cluster-object.ts'
import { gitlabAgentFiles } from './gitlab-agent-files.ts'
import { externalSecretFile, syncFile } from './sync-files.ts'

/** The file with the credentials of a cluster, encrypted, in the folder of its Cluster. */
export const CREDENTIALS_FILE = 'git-credentials.sops.yaml'

/** The repository that a cluster is written into. */
interface Around {
  readonly repository: RepositoryFile
  readonly addOns: readonly AddOn[]
}

/** Every file of a cluster: the Cluster, what Flux on it reads, and its add-ons. */
export function clusterTree(cluster: NewCluster, { repository, addOns }: Around): RepositoryTree {
  return joinTrees(
    capiTree(cluster, repository),
    flux(cluster, repository),
    ...addOns.map(addOn => clusterAddOnTree(addOn, cluster, repository)),
  )
}

/** The lines by which the files of a cluster are found. */
export function clusterListings(
  cluster: NewCluster,
  { repository, addOns }: Around,
): readonly FolderListing[] {
  const { name, environment } = cluster
  const own = { file: `${CAPI}/${environment}/kustomization.yaml`, item: name }
  if (repository.pattern !== 'flux-operator') return [own]
  return [
    own,
    { file: `clusters/${environment}/kustomization.yaml`, item: name },
    ...addOns.flatMap(addOn => addOnListings(addOn, { repository, clusters: [cluster] })),
  ]
}

function capiTree(cluster: NewCluster, repository: RepositoryFile): RepositoryTree {
  const folder = capiFolder(cluster)
  const files = new Map([['cluster.yaml', clusterFile(cluster)]])
  if (repository.pattern === 'crs') {
    if (repository.git.credentials === 'external-secrets') {
      files.set('git-credentials.yaml', externalSecretFile(cluster, repository))
    }
    files.set('sync.yaml', syncFile(cluster, repository))
  }
  const resources = [...files.keys(), ...(cluster.hasCredentials ? [CREDENTIALS_FILE] : [])]
  files.set('kustomization.yaml', yamlFile(`Cluster ${cluster.name}.`, [kustomizeFile({ resources })]))
  return new Map([...files].map(([name, text]) => [`${folder}/${name}`, text]))
}

function flux(cluster: NewCluster, repository: RepositoryFile): RepositoryTree {
  const folder = clusterFolder(repository, cluster)
  switch (repository.pattern) {
    case 'crs':
      return crsTree(cluster, repository)
    case 'flux-operator': {
      const words = `Add-ons of ${cluster.name}. \`fitout add\` lists them.`
      return new Map([[`${folder}/kustomization.yaml`, yamlFile(words, [kustomizeFile({ resources: [] })])]])
    }
    case 'terraform':
      return fluxInstanceFiles(repository, folder)
    case 'flux-cli-kas':
      return joinTrees(bootstrapFiles(repository, folder), gitlabAgentFiles(repository, cluster.name))
    default:
      return joinTrees(bootstrapFiles(repository, folder), clusterApplyFile(repository, cluster.name))
  }
}

function crsTree(cluster: NewCluster, repository: RepositoryFile): RepositoryTree {
  const folder = clusterFolder(repository, cluster)
  const isHelm = repository.layout === 'helm'
  const overlay = `${WORKLOADS}/overlays/${cluster.environment}/${cluster.name}`
  const infrastructure = commented(
    fluxKustomization(repository, {
      name: 'infrastructure',
      path: isHelm ? WORKLOADS : overlay,
      spec: { wait: true, timeout: '10m' },
    }),
    isHelm
      ? [
          {
            at: ['spec', 'path'],
            words: 'Shared by all clusters. Changes for this cluster only go into `patches:` of this spec.',
          },
        ]
      : [],
  )
  const tenants = fluxKustomization(repository, {
    name: 'tenants',
    path: 'tenants',
    spec: { dependsOn: [{ name: 'infrastructure' }] },
  })
  const files = new Map([
    [
      `${folder}/infrastructure.yaml`,
      yamlFile(`What the platform team runs on ${cluster.name}.`, [infrastructure]),
    ],
    [`${folder}/tenants.yaml`, yamlFile(`What teams run on ${cluster.name}.`, [tenants])],
  ])
  if (!isHelm) {
    const words = `Add-ons of ${cluster.name}. Patches that are for this cluster only go here.`
    files.set(
      `${overlay}/kustomization.yaml`,
      yamlFile(words, [kustomizeFile({ resources: ['../../../base'] })]),
    )
  }
  return files
}
