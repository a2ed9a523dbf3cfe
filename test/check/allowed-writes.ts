import type { Op } from './history/line.ts'

/** What a write must carry beyond its kind, so that it is one of Fitout's own. */
export type Mark =
  /** Only labels that plans of the namespace declare as gates, with their values, and the address of hand-overs. */
  | 'gates'
  /** Only the condition that is Fitout's. */
  | 'condition'
  /** The name, the owner label and the origin of a hand-over, all of the same Cluster and step. */
  | 'handOver'
  /** The owner label. */
  | 'owner'
  /** The one lease. */
  | 'lease'
  | 'none'

/** One kind of write that Fitout may make on the management cluster. */
export interface AllowedWrite {
  readonly kind: string
  readonly ops: readonly Op[]
  /** The parts of the body that may be there; `all` where the object is Fitout's as a whole. */
  readonly fields: readonly string[] | 'all'
  /** Whether fields may be taken from others: only where they are nobody else's. */
  readonly mayForce: boolean
  readonly mark: Mark
}

const head = ['apiVersion', 'kind', 'metadata.name', 'metadata.namespace', 'metadata.uid'] as const
const ownHead = [...head, 'metadata.labels', 'metadata.annotations', 'metadata.ownerReferences'] as const

/** Every write that Fitout may make. On a workload cluster there is none. */
export const allowedWrites: readonly AllowedWrite[] = [
  {
    kind: 'clusters.cluster.x-k8s.io',
    ops: ['apply'],
    fields: [...head, 'metadata.resourceVersion', 'metadata.labels'],
    mayForce: false,
    mark: 'gates',
  },
  {
    kind: 'clusters.cluster.x-k8s.io/status',
    ops: ['apply'],
    fields: [...head, 'status.conditions'],
    mayForce: true,
    mark: 'condition',
  },
  {
    kind: 'clusterresourcesets.addons.cluster.x-k8s.io',
    ops: ['create', 'apply', 'delete'],
    fields: 'all',
    mayForce: true,
    mark: 'handOver',
  },
  {
    kind: 'secrets',
    ops: ['create', 'apply', 'delete'],
    fields: [...ownHead, 'type', 'data'],
    mayForce: true,
    mark: 'handOver',
  },
  {
    kind: 'clusterfitouts.fitout.dev',
    ops: ['create', 'apply', 'delete'],
    fields: [...ownHead, 'spec'],
    mayForce: true,
    mark: 'owner',
  },
  {
    kind: 'clusterfitouts.fitout.dev/status',
    ops: ['apply'],
    fields: [...head, 'metadata.resourceVersion', 'status'],
    mayForce: true,
    mark: 'none',
  },
  {
    kind: 'fitouts.fitout.dev/status',
    ops: ['apply'],
    fields: [...head, 'status'],
    mayForce: true,
    mark: 'none',
  },
  { kind: 'events.events.k8s.io', ops: ['create', 'patch'], fields: 'all', mayForce: false, mark: 'none' },
  {
    kind: 'leases.coordination.k8s.io',
    ops: ['create', 'update'],
    fields: 'all',
    mayForce: false,
    mark: 'lease',
  },
]
