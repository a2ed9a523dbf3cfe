import type { World } from '../../controller/world/world.ts'
import type { AccessReview } from '../../engine/api/access-review.ts'
import type { Api } from '../../engine/api/api.ts'
import type { Clock, Random } from '../../engine/clock.ts'
import type { FleetScope } from '../../domain/fleet/within-scope.ts'
import type { FleetSource } from './fleet-source.ts'

/** A way to a management cluster, with the rights of whoever asks. */
export interface Link {
  readonly management: Api
  readonly reviewAccess: AccessReview
  readonly workloads: World['workloads']
  readonly clock: Clock
  readonly random: Random
  /** The context of the kubeconfig, and where it leads: for errors. */
  readonly context: string
  readonly address: string
  /** The namespace that is meant where a person may not see all. */
  readonly namespace: string
  /** Says in plain words why nobody answers there. */
  readonly whyUnreachable: () => Promise<string>
  /** Says in plain words why the certificate of whoever answers there is not trusted. */
  readonly whyNotTrusted: () => Promise<string>
  /** The error that says that a call cannot be done: a command says it in its way, a server in another. */
  readonly refusal: (message: string, advice: CallAdvice) => Error
  readonly close: () => void
}

/** What helps where a call cannot be done. */
export interface CallAdvice {
  /** A command that tells more. */
  readonly hint: string
  /** What to do, where no command does it. */
  readonly fix?: string
}

/** A fleet behind a link. */
export interface LiveFleet {
  readonly link: Link
  readonly source: (scope: FleetScope) => FleetSource
  /** Whether a person may see the clusters of all namespaces. */
  readonly mayListAll: () => Promise<boolean>
}
