import type { Instant } from '../../domain/explain/why.ts'
import type { Fresh } from './fleet-response.ts'

/** `GET /api/v1/changes`: open merge requests that touch the fleet, the newest first. */
export interface ChangeListResponse extends Fresh {
  readonly changes: readonly ChangeSummary[]
  /** Why there are none to show: no Git host is configured, or it did not answer. */
  readonly unavailable?: string
}

/** A merge request. */
export interface ChangeSummary {
  readonly id: string
  /** `https` alone. */
  readonly url: string
  readonly title: string
  readonly author: string
  readonly state: 'open' | 'merged' | 'closed'
  readonly createdAt?: Instant
  /** `prod/blue`, of the clusters that it makes, changes or removes, as far as its files tell. */
  readonly clusters: readonly string[]
}
