import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { writeDocuments } from '../../domain/yaml/document/join-documents.ts'
import { writeYaml } from '../../domain/yaml/write/write-yaml.ts'
import { GIT_CREDENTIALS, syncObjects } from '../flux/flux-objects.ts'
import { clusterFolder } from '../places.ts'
import { type YamlManifest, yamlFile } from '../write/yaml-file.ts'
import { type NewCluster, SYNC_LABEL } from './cluster-object.ts'

/** The ClusterResourceSet that tells Flux on one cluster which folder is its own, and gives it the credentials to read it. */
export function syncFile(cluster: NewCluster, repository: RepositoryFile): string {
  const { name } = cluster
  const credentials = hasSecret(cluster, repository)
    ? [{ kind: 'Secret', name: `${name}-${GIT_CREDENTIALS}` }]
    : []
  const set: YamlManifest = {
    apiVersion: 'addons.cluster.x-k8s.io/v1beta2',
    kind: 'ClusterResourceSet',
    metadata: { name: `${name}-sync` },
    spec: {
      clusterSelector: { matchLabels: { [SYNC_LABEL]: name, 'flux.fitout.dev/enabled': 'true' } },
      strategy: 'Reconcile',
      resources: [...credentials, { kind: 'ConfigMap', name: `${name}-sync` }],
    },
  }
  const words = `Configures Flux on ${name}: the folder that it reads. It is applied when the gate of the step flux opens.`
  return yamlFile(words, [configMap(cluster, repository), set])
}

/** Whether a Secret with credentials goes to the cluster. */
function hasSecret({ hasCredentials }: NewCluster, { git }: RepositoryFile): boolean {
  return git.credentials === 'external-secrets' || (git.credentials === 'sops' && hasCredentials)
}

function configMap(cluster: NewCluster, repository: RepositoryFile): YamlManifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: `${cluster.name}-sync`,
      // Before the Cluster matches, nothing owns it, and `clusterctl move` would leave it behind.
      labels: { 'clusterctl.cluster.x-k8s.io/move': '' },
      annotations: { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' },
    },
    data: { 'sync.yaml': writeDocuments(syncObjects(repository, clusterFolder(repository, cluster))) },
  }
}

/** The ExternalSecret that makes the Secret with the credentials of one cluster, in the form that a ClusterResourceSet takes. */
export function externalSecretFile(
  { name, environment }: NewCluster,
  { namespaces }: RepositoryFile,
): string {
  const secret = writeYaml({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: GIT_CREDENTIALS, namespace: namespaces.flux },
  })
  const object: YamlManifest = {
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: { name: `${name}-${GIT_CREDENTIALS}` },
    spec: {
      refreshInterval: '1h',
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'fleet' },
      target: {
        name: `${name}-${GIT_CREDENTIALS}`,
        template: {
          engineVersion: 'v2',
          type: 'addons.cluster.x-k8s.io/resource-set',
          data: {
            'git-credentials.yaml': `${secret}stringData:\n  username: {{ .username | toJson }}\n  password: {{ .password | toJson }}\n`,
          },
        },
      },
      dataFrom: [{ extract: { key: `fleet/${environment}/${name}` } }],
    },
  }
  const words = `The read-only credentials of ${name}: username and password under this key of the store.`
  return yamlFile(words, [object])
}
