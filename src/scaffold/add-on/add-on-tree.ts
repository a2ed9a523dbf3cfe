import type { AddOn } from '../../domain/repository/add-on-schema.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { fluxKustomization, kustomizeFile, writtenNamespace } from '../flux/flux-objects.ts'
import {
  type ClusterPlace,
  clusterFolder,
  FLUX_COMMON,
  environmentNamespace,
  SYSTEMS,
  WORKLOADS,
} from '../places.ts'
import { joinTrees, type RepositoryTree } from '../tree.ts'
import { type YamlManifest, yamlFile } from '../write/yaml-file.ts'
import { isPacked } from './add-on-step.ts'
import { releaseObjects, type ReleaseTarget, sourceObjects } from './release-objects.ts'

/** The label that says which cluster an object is for, where the name of a file cannot. */
const CLUSTER_LABEL = 'fitout.dev/cluster'

/** The files of an add-on that all clusters share. */
export function sharedAddOnTree(addOn: AddOn, repository: RepositoryFile): RepositoryTree {
  if (!isDelivered(addOn, repository)) return new Map()
  const { pattern, layout } = repository
  if (pattern === 'crs') {
    const folder = layout === 'helm' ? WORKLOADS : `${WORKLOADS}/base`
    return joinTrees(
      new Map([
        [`infrastructure/sources/${addOn.name}.yaml`, sourceFile(addOn, onCluster(addOn, repository))],
      ]),
      inFolder(`${folder}/${addOn.name}`, releaseFiles(addOn, onCluster(addOn, repository))),
    )
  }
  if (layout === 'helm' || pattern === 'flux-operator') return new Map()
  const target = onCluster(addOn, repository)
  return inFolder(
    `${SYSTEMS}/${addOn.name}/base`,
    new Map([['source.yaml', sourceFile(addOn, target)], ...releaseFiles(addOn, target, ['source.yaml'])]),
  )
}

/** The files of an add-on for one cluster. */
export function clusterAddOnTree(
  addOn: AddOn,
  cluster: ClusterPlace,
  repository: RepositoryFile,
): RepositoryTree {
  if (!isDelivered(addOn, repository)) return new Map()
  switch (repository.pattern) {
    case 'crs':
      return new Map()
    case 'flux-operator':
      return hubTree(addOn, cluster, repository)
    case 'flux-cli':
      return commonTree(addOn, cluster, repository)
    default:
      return folderTree(addOn, cluster, repository)
  }
}

/** Whether Flux brings it, and there is something to write for that. */
function isDelivered(addOn: AddOn, repository: RepositoryFile): boolean {
  return (addOn.releases ?? []).length > 0 && !isPacked(addOn, repository)
}

function onCluster(addOn: AddOn, { versions, namespaces }: RepositoryFile): ReleaseTarget {
  return {
    flux: versions.flux,
    namespace: namespaces.flux,
    prefix: '',
    values: addOn.handOver?.to.secret,
  }
}

// --- pattern flux-cli: one file for each cluster and add-on, which says itself whose it is

function commonTree(addOn: AddOn, cluster: ClusterPlace, repository: RepositoryFile): RepositoryTree {
  const path = `${FLUX_COMMON}/${cluster.name}-${addOn.name}.yaml`
  const labels = { [CLUSTER_LABEL]: cluster.name }
  const head = `${addOn.summary}, on cluster ${cluster.name}. The label ${CLUSTER_LABEL} says whose it is, not the name of the file.`
  if (repository.layout === 'kustomize') {
    const objects = [kustomizationOf(addOn, cluster, { repository, labels })]
    return joinTrees(new Map([[path, yamlFile(head, objects)]]), overlayTree(addOn, cluster))
  }
  const target = { ...onCluster(addOn, repository), labels }
  const objects = [
    ...namespacesOf(addOn).map(name => withLabels(writtenNamespace(name), labels)),
    ...sourceObjects(addOn, target),
    ...releaseObjects(addOn, target),
  ]
  return new Map([[path, yamlFile(head, objects)]])
}

// --- patterns flux-cli-kas and terraform: a folder for each add-on in the folder of the cluster

function folderTree(addOn: AddOn, cluster: ClusterPlace, repository: RepositoryFile): RepositoryTree {
  const folder = `${clusterFolder(repository, cluster)}/${addOn.name}`
  if (repository.layout === 'helm') {
    const target = onCluster(addOn, repository)
    return inFolder(
      folder,
      new Map([
        ['helm-source.yaml', sourceFile(addOn, target)],
        ...releaseFiles(addOn, target, ['helm-source.yaml']),
      ]),
    )
  }
  const files = new Map([
    [
      'flux-kustomization.yaml',
      yamlFile(`${addOn.summary}: base and overlay are in ${SYSTEMS}/${addOn.name}.`, [
        kustomizationOf(addOn, cluster, { repository }),
      ]),
    ],
    [
      'kustomization.yaml',
      yamlFile(`${addOn.summary}.`, [kustomizeFile({ resources: ['flux-kustomization.yaml'] })]),
    ],
  ])
  return joinTrees(inFolder(folder, files), overlayTree(addOn, cluster))
}

interface Kustomizing {
  readonly repository: RepositoryFile
  readonly labels?: Readonly<Record<string, string>>
}

function kustomizationOf(
  addOn: AddOn,
  cluster: ClusterPlace,
  { repository, labels }: Kustomizing,
): YamlManifest {
  return fluxKustomization(repository, {
    name: addOn.name,
    path: overlayOf(addOn, cluster),
    ...(labels ? { labels } : {}),
  })
}

function overlayTree(addOn: AddOn, cluster: ClusterPlace): RepositoryTree {
  const head = `${addOn.summary}, on cluster ${cluster.name}. Patches that are for this cluster only go here.`
  const file = kustomizeFile({ resources: ['../../base'] })
  return new Map([[`${overlayOf(addOn, cluster)}/kustomization.yaml`, yamlFile(head, [file])]])
}

function overlayOf({ name }: AddOn, cluster: ClusterPlace): string {
  return `${SYSTEMS}/${name}/overlays/${cluster.name}`
}

// --- pattern flux-operator: a ResourceSet on the hub for each cluster and add-on

function hubTree(addOn: AddOn, cluster: ClusterPlace, repository: RepositoryFile): RepositoryTree {
  const folder = clusterFolder(repository, cluster)
  const head = `${addOn.summary}, on cluster ${cluster.name}. Flux on the hub installs it, once the kubeconfig of the cluster is there.`
  const isHelm = repository.layout === 'helm'
  const objects = isHelm
    ? hubReleases(addOn, cluster, repository)
    : [hubKustomization(addOn, cluster, repository)]
  const set = resourceSet(addOn, cluster, { repository, objects })
  const file = new Map([[`${folder}/${addOn.name}.yaml`, yamlFile(head, [set])]])
  return isHelm ? file : joinTrees(file, hubSystem(addOn, cluster, repository))
}

function onHub(addOn: AddOn, cluster: ClusterPlace, repository: RepositoryFile): ReleaseTarget {
  return {
    flux: repository.versions.flux,
    namespace: environmentNamespace(repository, cluster.environment),
    prefix: `${cluster.name}-`,
    values: addOn.handOver?.from.secret.replaceAll('${CLUSTER_NAME}', cluster.name),
    kubeConfig: `${cluster.name}-kubeconfig`,
  }
}

function hubReleases(
  addOn: AddOn,
  cluster: ClusterPlace,
  repository: RepositoryFile,
): readonly YamlManifest[] {
  const target = onHub(addOn, cluster, repository)
  return [...sourceObjects(addOn, target), ...releaseObjects(addOn, target)]
}

// A Kustomization of Flux, in the namespace of the Cluster, applies the overlay there: the releases themselves reach for the spoke.
function hubKustomization(addOn: AddOn, cluster: ClusterPlace, repository: RepositoryFile): YamlManifest {
  const kustomization = fluxKustomization(repository, {
    name: `${cluster.name}-${addOn.name}`,
    path: overlayOf(addOn, cluster),
    spec: {
      sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: repository.namespaces.flux },
    },
  })
  const namespace = environmentNamespace(repository, cluster.environment)
  return { ...kustomization, metadata: { name: `${cluster.name}-${addOn.name}`, namespace } }
}

function hubSystem(addOn: AddOn, cluster: ClusterPlace, repository: RepositoryFile): RepositoryTree {
  const target = onHub(addOn, cluster, repository)
  const files = new Map([
    ['source.yaml', sourceFile(addOn, target)],
    ['helm-release.yaml', releaseFile(addOn, target)],
    [
      'kustomization.yaml',
      yamlFile(
        `${addOn.summary}, on cluster ${cluster.name}. Patches that are for this cluster only go here.`,
        [kustomizeFile({ resources: ['source.yaml', 'helm-release.yaml'] })],
      ),
    ],
  ])
  return inFolder(overlayOf(addOn, cluster), files)
}

interface HubSet {
  readonly repository: RepositoryFile
  readonly objects: readonly YamlManifest[]
}

function resourceSet(addOn: AddOn, cluster: ClusterPlace, { repository, objects }: HubSet): YamlManifest {
  const namespace = environmentNamespace(repository, cluster.environment)
  return {
    apiVersion: 'fluxcd.controlplane.io/v1',
    kind: 'ResourceSet',
    metadata: { name: `${cluster.name}-${addOn.name}`, namespace },
    spec: {
      dependsOn: [
        {
          apiVersion: 'cluster.x-k8s.io/v1beta2',
          kind: 'Cluster',
          name: cluster.name,
          namespace,
          ready: true,
          readyExpr: 'status.initialization.controlPlaneInitialized == true',
        },
        { apiVersion: 'v1', kind: 'Secret', name: `${cluster.name}-kubeconfig`, namespace },
      ],
      resources: objects,
    },
  }
}

// --- what several patterns share

function sourceFile(addOn: AddOn, target: ReleaseTarget): string {
  const from = (addOn.sources ?? []).map(({ url, asOf }) => `\nFrom ${url}, read on ${asOf}.`).join('')
  return yamlFile(`Where Flux finds the chart of ${addOn.name}.${from}`, sourceObjects(addOn, target))
}

function releaseFile(addOn: AddOn, target: ReleaseTarget): string {
  const checks = (addOn.checks ?? []).map(check => `\n- ${check}`).join('')
  const words = checks === '' ? '' : `\nCheck before you merge:${checks}`
  return yamlFile(`${addOn.summary}.${words}`, releaseObjects(addOn, target))
}

function releaseFiles(addOn: AddOn, target: ReleaseTarget, before: readonly string[] = []): RepositoryTree {
  const namespaces = namespacesOf(addOn)
  const files = new Map(
    namespaces.map(name => [
      'namespace.yaml',
      yamlFile(`Namespace of ${addOn.name}.`, [writtenNamespace(name)]),
    ]),
  )
  files.set('helm-release.yaml', releaseFile(addOn, target))
  const resources = [...namespaces.map(() => 'namespace.yaml'), ...before, 'helm-release.yaml']
  files.set('kustomization.yaml', yamlFile(`${addOn.summary}.`, [kustomizeFile({ resources })]))
  return files
}

// Every cluster has these.
function namespacesOf({ namespace, writesNamespace }: AddOn): readonly string[] {
  const isThere = namespace === 'kube-system' || namespace === 'default' || writesNamespace === false
  return isThere ? [] : [namespace]
}

function withLabels(object: YamlManifest, labels: Readonly<Record<string, string>>): YamlManifest {
  const { metadata = {} } = object
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- metadata are an object
  return { ...object, metadata: { ...(metadata as YamlManifest), labels } }
}

function inFolder(folder: string, files: RepositoryTree): RepositoryTree {
  return new Map([...files].map(([name, text]) => [`${folder}/${name}`, text]))
}
