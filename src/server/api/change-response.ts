import type { ClusterOutcome, FleetChange, PlannedRefusal } from '../../domain/change/fleet-change.ts'
import type { ChangeReport } from '../../domain/change/report/report-rows.ts'
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
  /** `215`. */
  readonly id: string
  /** How the Git host marks it: `!215` or `#215`. */
  readonly mark: '!' | '#'
  /** `https` alone. */
  readonly url: string
  readonly title: string
  readonly author: string
  readonly state: 'open' | 'merged' | 'closed'
  readonly createdAt?: Instant
  /** `prod/blue`, by namespace, of the clusters that it makes, changes or removes, as far as its files tell. */
  readonly clusters: readonly string[]
}

/** `GET /api/v1/changes/{id}`: one merge request, open, merged or closed, and what its merge does. */
export interface ChangeResponse extends Fresh {
  readonly change: ChangeDetails
  readonly plan?: ChangePlan
  /** Why there is no plan: `the Git host did not answer`, `the repository has no fitout.yaml`. */
  readonly unplanned?: string
}

/** All that a Git host says of a merge request. */
export interface ChangeDetails extends ChangeSummary {
  readonly branch: string
  readonly pipeline?: 'passed' | 'failed' | 'running' | 'none'
  readonly mergedAt?: Instant
  /** The merge request that takes this one back, if there is one. */
  readonly revertedBy?: ChangeSummary
}

/** What the merge does: the same as `fitout plan` says. */
export interface ChangePlan {
  readonly from: string
  readonly to: string
  /** When the snapshot of the fleet was made; absent for a plan of Git alone. */
  readonly snapshotAsOf?: Instant
  readonly verdict: FleetChange['verdict']
  readonly clusters: readonly ClusterInPlan[]
  readonly refusals: readonly PlannedRefusal[]
  /** The lines of `fitout plan`, the loudest first. */
  readonly report: ChangeReport
  /** What it does to files; absent where that is too much to send. */
  readonly files?: readonly ChangedFile[]
}

/** A cluster of a plan, with its environment; the environment is empty where Git does not say it. */
export interface ClusterInPlan extends ClusterOutcome {
  readonly environment: string
}

/** A file before and after a change; without `before` it is new, without `after` it is removed. */
export interface ChangedFile {
  readonly path: string
  readonly before?: string
  readonly after?: string
}
