import { names } from '../../domain/api/api-names.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import type { ClusterPlace } from '../places.ts'
import { commented, type YamlManifest, type Note, yamlFile } from '../write/yaml-file.ts'

/** The label by which the ClusterResourceSet of one cluster finds it: Cluster API puts no such label on a Cluster. */
export const SYNC_LABEL = 'sync.fitout.dev/cluster'

/** What the class of a cluster says about its machines. */
interface ClassShape {
  readonly name: string
  /** Whether the control plane has machines, so that a user must say how many. */
  readonly hasControlPlaneMachines: boolean
  /** The classes of its MachineDeployments. */
  readonly workers: readonly string[]
}

/** A cluster to write: what was asked for. */
export interface NewCluster extends ClusterPlace {
  readonly profile: string
  readonly kubernetes: string
  /** A ClusterClass and its variables, or the manifests of a template that was filled in. */
  readonly from:
    | { readonly kind: 'class'; readonly shape: ClassShape; readonly variables: readonly ClusterVariable[] }
    | { readonly kind: 'manifests'; readonly objects: readonly YamlManifest[] }
    /** What a template gave when it was written. */
    | { readonly kind: 'text'; readonly text: string }
  /** Whether the file with its credentials is there. */
  readonly hasCredentials: boolean
}

/** A variable of a ClusterClass, with its value. */
export interface ClusterVariable {
  readonly name: string
  readonly value: YamlValue
}

/** The file of the Cluster, and of what came with its template. */
export function clusterFile(cluster: NewCluster): string {
  const { from } = cluster
  if (from.kind === 'text') return from.text
  return yamlFile(`Cluster ${cluster.name}, in ${cluster.environment}.`, documentsOf(cluster, from))
}

type Described = Exclude<NewCluster['from'], { readonly kind: 'text' }>

function documentsOf(cluster: NewCluster, from: Described): readonly (YamlManifest | string)[] {
  if (from.kind === 'class') return [classCluster(cluster, from.shape, from.variables)]
  return from.objects.map(object => (object['kind'] === 'Cluster' ? labelled(object, cluster) : object))
}

function classCluster(cluster: NewCluster, shape: ClassShape, variables: readonly ClusterVariable[]): string {
  const { name, kubernetes } = cluster
  const notes: readonly Note[] = [
    ...(shape.hasControlPlaneMachines
      ? [
          {
            at: ['spec', 'topology', 'controlPlane', 'replicas'],
            words: 'An odd number: 1, or 3 for a control plane that survives the loss of a machine.',
          },
        ]
      : []),
    ...(shape.workers.length > 0
      ? [{ at: ['spec', 'topology', 'workers'], words: 'One group of nodes for each class of workers.' }]
      : []),
  ]
  return commented(
    {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      metadata: { name, labels: labelsOf(cluster) },
      spec: {
        topology: {
          classRef: { name: shape.name },
          version: `v${kubernetes.replace(/^v/, '')}`,
          ...(shape.hasControlPlaneMachines ? { controlPlane: { replicas: 3 } } : {}),
          ...(shape.workers.length > 0
            ? {
                workers: {
                  machineDeployments: shape.workers.map(worker => ({
                    class: worker,
                    name: worker,
                    replicas: 1,
                  })),
                },
              }
            : {}),
          ...(variables.length > 0 ? { variables: variables.map(variable => ({ ...variable })) } : {}),
        },
      },
    },
    notes,
  )
}

function labelled(object: YamlManifest, cluster: NewCluster): YamlManifest {
  const metadata = fields(object['metadata'])
  return {
    ...object,
    metadata: { ...metadata, labels: { ...fields(metadata['labels']), ...labelsOf(cluster) } },
  }
}

function labelsOf({ name, profile }: NewCluster): Readonly<Record<string, string>> {
  return { [names.profileLabel]: profile, [SYNC_LABEL]: name }
}

function fields(value: YamlValue | undefined): YamlManifest {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- just seen to be an object
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as YamlManifest) : {}
}
