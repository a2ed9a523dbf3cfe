import type { API_VERSION } from '../api/api-names.ts'
import type { ChangeOp } from './compare/delivery-changes.ts'

/** What a change of a repository does to a fleet: what `fitout plan -o json` writes. docs/reference/plan.md lists the fields. */
export interface FleetChange {
  readonly apiVersion: typeof API_VERSION
  readonly kind: 'FleetChange'
  /** The commits that are compared, as people call them. */
  readonly from: string
  readonly to: string
  readonly fleet: FleetOrigin
  readonly verdict: ChangeVerdict
  /** What happens to objects, each with the clusters where the same happens. */
  readonly changes: readonly PlannedChange[]
  readonly gates: readonly PlannedGate[]
  readonly refusals: readonly PlannedRefusal[]
  readonly clusters: readonly ClusterOutcome[]
  /** How the fleet gets there, if it was simulated. */
  readonly arrival?: PlannedArrival
  /** What could not be looked at, and why. */
  readonly notFollowed: readonly string[]
  readonly notes: readonly string[]
}

/** Where the clusters and their labels come from. */
interface FleetOrigin {
  readonly source: 'snapshot' | 'git'
  readonly asOf?: string
}

/** How many clusters, and how many objects. */
interface ChangeVerdict {
  readonly changed: number
  readonly mayChange: number
  readonly unchanged: number
  readonly refused: number
  readonly created: number
  readonly deleted: number
  /** Deletions of objects, each counted on each server. */
  readonly deletions: number
}

/** What happens to one object, on all clusters where the same happens. */
export interface PlannedChange {
  readonly op: ChangeOp
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  /** With `<cluster>` in the place of the name of a cluster that the object is for. */
  readonly name: string
  /** On the clusters themselves, or on the management cluster for them. */
  readonly on: 'clusters' | 'management'
  /** What does it: a Kustomization, a ClusterResourceSet and its source, a Fitout and its step. */
  readonly by: {
    readonly kind: string
    readonly namespace: string
    readonly name: string
    readonly source?: string
  }
  readonly fields: readonly string[]
  readonly restartsPods: boolean
  readonly effect?: string
  /** `prod/blue`; none for what a management cluster has for itself. */
  readonly clusters: readonly string[]
  readonly place: string
}

/** A gate that opens or closes. */
export interface PlannedGate {
  readonly label: string
  readonly step: string
  readonly fitout: string
  readonly op: 'opens' | 'closes'
  readonly clusters: readonly string[]
}

/** Something that does not work. */
export interface PlannedRefusal {
  readonly code: string
  readonly message: string
  readonly clusters: readonly string[]
  /** `path:line:column`, where there is one. */
  readonly place?: string
}

/** What becomes of one cluster. */
export interface ClusterOutcome {
  readonly namespace: string
  readonly name: string
  readonly verdict: 'changed' | 'mayChange' | 'unchanged' | 'refused' | 'created' | 'deleted'
}

/** How long simulated clusters take. */
export interface PlannedArrival {
  /** How many clusters stood for all. */
  readonly clusters: number
  /** Until all were ready, milliseconds. */
  readonly readyAfterMs?: number
  /** The same before the change. */
  readonly beforeMs?: number
  readonly stuck: readonly {
    readonly cluster: string
    readonly step: string
    readonly reason: string
    readonly message: string
  }[]
}
