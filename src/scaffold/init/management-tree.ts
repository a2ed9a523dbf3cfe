import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { decryption, fluxKustomization, kustomizeFile, syncObjects } from '../flux/flux-objects.ts'
import { fluxInstanceFiles } from '../flux/flux-instance.ts'
import { CAPI, managementOf } from '../places.ts'
import { joinTrees, type RepositoryTree } from '../tree.ts'
import { commented, yamlFile } from '../write/yaml-file.ts'

/** What makes Flux, and says where it came from. */
export interface FluxComponents {
  readonly text: string
}

/** Where the manifests of Flux are that clusters share, one folder a version. */
function fluxVersionFolder({ versions }: RepositoryFile): string {
  return `infrastructure/flux/v${versions.flux.replace(/^v/, '')}`
}

/** The file with the manifests of Flux; undefined where flux-operator installs it. */
export function componentsFile(repository: RepositoryFile): string | undefined {
  const { pattern } = repository
  if (pattern === 'flux-operator' || pattern === 'terraform') return undefined
  const folder =
    pattern === 'crs' ? `clusters/${managementOf(repository)}/flux-system` : fluxVersionFolder(repository)
  return `${folder}/gotk-components.yaml`
}

/** The folder of the management cluster: Flux, and what it takes from this repository. */
export function managementTree(
  repository: RepositoryFile,
  components: FluxComponents | undefined,
): RepositoryTree {
  const { pattern } = repository
  const folder = `clusters/${managementOf(repository)}`
  const infrastructure = new Map([[`${folder}/infrastructure.yaml`, pointers(repository)]])
  if (pattern === 'flux-operator' || pattern === 'terraform') {
    return joinTrees(fluxInstanceFiles(repository, folder), infrastructure)
  }
  if (pattern === 'crs') {
    return joinTrees(ownFlux(repository, folder, components), infrastructure, environmentTrees(repository))
  }
  return joinTrees(sharedFlux(repository, components), bootstrapFiles(repository, folder), infrastructure)
}

/** gotk-sync.yaml and its kustomization.yaml, for a cluster that takes Flux from the folder of its version. */
export function bootstrapFiles(repository: RepositoryFile, folder: string): RepositoryTree {
  const version = `../../../${fluxVersionFolder(repository)}`
  return new Map([
    [`${folder}/flux-system/gotk-sync.yaml`, syncFile(repository, folder)],
    [
      `${folder}/flux-system/kustomization.yaml`,
      yamlFile('Flux of this cluster. To upgrade it, set the folder of another version.', [
        kustomizeFile({ resources: [version, 'gotk-sync.yaml'] }),
      ]),
    ],
  ])
}

// Seed of the pattern: this Flux is committed by a person, and nothing writes to the repository.
function ownFlux(
  repository: RepositoryFile,
  folder: string,
  components: FluxComponents | undefined,
): RepositoryTree {
  const files = new Map([[`${folder}/flux-system/gotk-sync.yaml`, syncFile(repository, folder)]])
  if (components) files.set(`${folder}/flux-system/gotk-components.yaml`, components.text)
  const resources = [...(components ? ['gotk-components.yaml'] : []), 'gotk-sync.yaml']
  files.set(
    `${folder}/flux-system/kustomization.yaml`,
    yamlFile(fluxWords(components), [kustomizeFile({ resources })]),
  )
  return files
}

function sharedFlux(repository: RepositoryFile, components: FluxComponents | undefined): RepositoryTree {
  const folder = fluxVersionFolder(repository)
  const resources = components ? ['gotk-components.yaml'] : []
  return new Map([
    ...(components ? [[`${folder}/gotk-components.yaml`, components.text] as const] : []),
    [`${folder}/kustomization.yaml`, yamlFile(fluxWords(components), [kustomizeFile({ resources })])],
  ])
}

function fluxWords(components: FluxComponents | undefined): string {
  if (components) return 'Flux, committed by a person: no cluster can write to this repository.'
  return 'gotk-components.yaml is missing: fitout init --upgrade --flux <install.yaml of the release> writes it.'
}

function syncFile(repository: RepositoryFile, folder: string): string {
  return yamlFile('The folders that Flux on this cluster reads.', syncObjects(repository, folder))
}

/** What the management cluster takes from this repository, one Kustomization an environment. */
function pointers(repository: RepositoryFile): string {
  const names = Object.keys(repository.environments)
  if (repository.pattern === 'crs') {
    const objects = names.map(name =>
      fluxKustomization(repository, {
        name,
        path: `clusters/${name}/mgmt`,
        // A Cluster that leaves Git by mistake must not take its machines along.
        spec: { deletionPolicy: 'Orphan' },
      }),
    )
    return yamlFile(
      'What this management cluster runs: all environments, until one has a management cluster of its own.\nThen suspend its Kustomization, move the Clusters (clusterctl move), and remove it here.',
      objects,
    )
  }
  const objects = names.flatMap(name => [
    capiKustomization(repository, name),
    ...(repository.pattern === 'flux-operator' ? [addOnsKustomization(repository, name)] : []),
  ])
  return yamlFile('The folders that the management cluster applies.', objects)
}

function environmentTrees(repository: RepositoryFile): RepositoryTree {
  return new Map(
    Object.keys(repository.environments).map(name => [
      `clusters/${name}/mgmt/infrastructure.yaml`,
      yamlFile(`The Clusters of ${name}. The management cluster of this environment applies them.`, [
        capiKustomization(repository, name),
      ]),
    ]),
  )
}

function capiKustomization(repository: RepositoryFile, environment: string): string {
  const object = fluxKustomization(repository, {
    name: `${environment}-clusters`,
    path: `${CAPI}/${environment}`,
    spec: { deletionPolicy: 'Orphan', ...decryption(repository) },
  })
  return commented(object, [
    { at: ['spec', 'deletionPolicy'], words: 'Deleting this object does not delete the Clusters.' },
  ])
}

function addOnsKustomization(repository: RepositoryFile, environment: string): string {
  return commented(
    fluxKustomization(repository, {
      name: `${environment}-add-ons`,
      path: `clusters/${environment}`,
      spec: { dependsOn: [{ name: `${environment}-clusters` }] },
    }),
    [],
  )
}
