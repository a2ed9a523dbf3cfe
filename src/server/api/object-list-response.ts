import type { Health } from '../../domain/health/health.ts'
import type { Fresh } from './fleet-response.ts'

/** `GET /api/v1/clusters/{namespace}/{name}/objects?health=&step=&cursor=`: the objects of the proofs, worst first. */
export interface ObjectListResponse extends Fresh {
  readonly objects: readonly ObjectRow[]
  /** How many there are of each health, whatever the filter. */
  readonly counts: Readonly<Partial<Record<Health, number>>>
  readonly total: number
  /** For the next page; absent on the last one. */
  readonly cursor?: string
}

/** One object of a cluster, without its content. */
export interface ObjectRow {
  readonly step: string
  readonly cluster: 'Management' | 'Workload'
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly health: Health
  readonly message?: string
}
