import type { DraftRepository } from '../../scaffold/draft/draft-repository.ts'
import type { Fresh } from './fleet-response.ts'

/** `GET /api/v1/classes`: what clusters can be made of, and what a new one is checked against. */
export interface ClassListResponse extends Fresh {
  /**
   * The part of the fleet repository that drafts are checked against, as it is on the branch that changes are for. Of a
   * ClusterClass that is on the management cluster too, the variables of its extensions are in it. Absent if the
   * repository cannot be read.
   */
  readonly base?: DraftRepository
  /** The commit that `base` was read from. */
  readonly commit?: string
  /** The median time until clusters of a Fitout were ready, in milliseconds, by `dev/default`. */
  readonly took?: Readonly<Record<string, number>>
  /** Why there is no `base`: `no Git host is configured`, `Git host gitlab.example.com did not answer`. */
  readonly unavailable?: string
}

/**
 * `GET /api/v1/classes/source?environment=dev&name=blue`: the cluster.yaml of a cluster of the repository, to begin a copy with.
 */
export interface ClusterSourceResponse extends Fresh {
  readonly environment: string
  readonly name: string
  /** The name of its ClusterClass. */
  readonly className: string
  readonly text: string
}
