import type { Fields } from '../../object/fields.ts'
import type { Place } from '../../pack/pack-problem.ts'
import type { Strategy } from '../../resource-set/resource-set.ts'

/** An object that something puts on an API server. */
export interface GitObject {
  readonly group: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly content: Fields
  /** What may still change it and is not followed, written out. */
  readonly doubt: string
  readonly place: () => Place
}

/** What puts objects on an API server, and what it does about those that go. */
export interface Deliverer {
  readonly kind:
    | 'Kustomization'
    | 'ResourceSet'
    | 'ClusterResourceSet'
    | 'Fitout'
    | 'fitout apply'
    | 'nothing in Git'
  readonly namespace: string
  readonly name: string
  /** The ConfigMap or Secret that a ClusterResourceSet takes the objects from. */
  readonly source?: string
  /** The folder that a Kustomization applies. */
  readonly folder?: string
  /** Whether an object that is removed from Git is deleted. */
  readonly prunes: boolean
  /** Whether the objects are deleted when the deliverer itself is. */
  readonly deletesOnDeletion: boolean
  readonly strategy?: Strategy
  readonly isSuspended: boolean
  /** Whether objects whose fields cannot be changed are deleted and recreated. */
  readonly isForced: boolean
}

/** What one deliverer puts on one API server. The list is shared by all that get the same. */
export interface ServerDelivery {
  readonly deliverer: Deliverer
  readonly objects: readonly GitObject[]
}

/** An API server: the management cluster, a workload cluster, or one of which only its folder is known. */
export interface ServerTarget {
  /** `prod/blue`, or the folder that its Flux reads. */
  readonly id: string
  readonly kind: 'cluster' | 'folder'
  readonly namespace: string
  readonly name: string
  /** By what distinguishes them on this server. */
  readonly deliveries: ReadonlyMap<string, ServerDelivery>
}

/** What distinguishes an object on its API server; its version does not. */
export function keyOfObject({
  group,
  kind,
  namespace,
  name,
}: Pick<GitObject, 'group' | 'kind' | 'namespace' | 'name'>): string {
  return `${group}/${kind}/${namespace}/${name}`
}

/** What distinguishes a delivery on one API server. */
export function keyOfDeliverer({ kind, namespace, name, source = '' }: Deliverer): string {
  return `${kind}/${namespace}/${name}/${source}`
}
