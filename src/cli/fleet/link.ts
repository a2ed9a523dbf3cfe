import type { World } from '../../controller/world/world.ts'
import type { Api } from '../../engine/api/api.ts'
import type { Clock, Random } from '../../engine/clock.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { FleetScope } from '../../domain/fleet/within-scope.ts'
import type { ConnectionFlags } from './fleet-flags.ts'
import type { FleetSource } from './fleet-source.ts'

/** A way to a management cluster, with the rights of whoever asks. */
export interface Link {
  readonly management: Api
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
  readonly close: () => void
}

/** A fleet behind a link. */
export interface LiveFleet {
  readonly link: Link
  readonly source: (scope: FleetScope) => FleetSource
  /** Whether a person may see the clusters of all namespaces. */
  readonly mayListAll: () => Promise<boolean>
}

/** All that the commands of a fleet touch outside. */
export interface FleetWorld {
  /** Throws a Refusal if the kubeconfig gives no way. */
  readonly connect: (way: ConnectionFlags) => Promise<LiveFleet>
  readonly clock: Clock
  /** Undefined where there is none. */
  readonly terminal: () => Promise<Terminal | undefined>
}
