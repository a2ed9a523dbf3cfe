import type { KubeObject, ObjectRef } from '../kube/kube-object.ts'

/** How an object gets to where it is: by the pack of the step, a chart, Git, or beside the Cluster on the management cluster. */
export type Way = 'pack' | 'chart' | 'git' | 'management' | 'node'

/** One object of a base. */
export interface Part {
  readonly way: Way
  readonly object: KubeObject
}

/** A working plan of one step, in a namespace of its own: what a mutation breaks. */
export interface Base {
  /** The kind of plan: `web`, `chart-http`. */
  readonly name: string
  /** The name of the step, of its namespace and of everything that has no namespace. */
  readonly id: string
  readonly parts: readonly Part[]
  /** The step of the Fitout, without its name and its needs. */
  readonly step: Readonly<Record<string, unknown>>
  /** What must be there and well on the workload cluster. */
  readonly wants: readonly ObjectRef[]
  /** More files of the chart and of the Git repository, by path. */
  readonly chartFiles?: Readonly<Record<string, string>>
  readonly gitFiles?: Readonly<Record<string, string>>
  /** Replaces what the pack holds, as text of its one key. */
  readonly packText?: string
  /** One key more in the pack. */
  readonly packMore?: string
  /** The add-ons that the cluster must have before. */
  readonly on?: 'flux' | 'karpenter'
}

/** Where the servers of the lab are. */
export interface Servers {
  readonly charts: string
  readonly registry: string
  readonly git: (repository: string) => string
  /** An HTTPS server that allows every admission review but those of a namespace that ends in `-refused`, and serves an API group. */
  readonly https: { readonly port: number; readonly ca: string }
}

/** Makes a base for a step of that name. */
export type BaseMaker = (id: string, servers: Servers) => Base

/** The name of the ClusterResourceSet, of the pack ConfigMap and of the gate of a step. */
export function deliveryNames(id: string) {
  return { set: id, pack: `${id}-pack`, gate: `${id}.example.com/enabled` }
}
