import { API_VERSION } from '../../domain/api/api-names.ts'
import { readClusterFitout } from '../../domain/validation/read-fitout.ts'
import type { ExplainFacts, Fact } from '../../domain/explain/explain-facts.ts'
import { type FleetCluster, type FleetSnapshot, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import type { Gatherer } from '../../controller/world/gatherer.ts'

/** What is asked about. */
export interface WhyRequest {
  readonly fleet: FleetSnapshot
  readonly cluster: FleetCluster
  /** Undefined for the step in front. */
  readonly step: string | undefined
}

const notHere = { kind: 'unread', reason: 'A snapshot does not contain it' } as const satisfies Fact<never>

/** Explains from a snapshot: what the status said when it was made, and nothing else. */
export function fileGatherer(question: WhyRequest): Gatherer {
  return {
    start: async () => ({
      ...factsOf(question),
      cluster: notHere,
      fitout: notHere,
      view: notHere,
      kubeconfig: notHere,
      steps: new Map(),
      resourceSets: new Map(),
      packs: new Map(),
      secrets: new Map(),
      answers: new Map(),
    }),
    read: async () => notHere,
  }
}

/** What a fleet tells about one of its clusters. */
export function factsOf({
  fleet,
  cluster,
  step,
}: WhyRequest): Pick<ExplainFacts, 'now' | 'namespace' | 'name' | 'step' | 'status' | 'others'> {
  const { namespace, name } = cluster
  return {
    now: readInstant(fleet.asOf) ?? 0,
    namespace,
    name,
    step,
    status: statusOf(cluster),
    others: othersOf(fleet, cluster),
  }
}

// A file may have been edited by hand, and explaining looks at more than the file was checked for.
function statusOf({
  namespace,
  name,
  fitout,
  state,
  step,
  steps,
  cause,
}: FleetCluster): ExplainFacts['status'] {
  const reading = readClusterFitout({
    apiVersion: API_VERSION,
    kind: 'ClusterFitout',
    metadata: { namespace, name },
    spec: { fitout },
    status: { state, step, steps, cause },
  })
  const status = reading.kind === 'valid' ? reading.clusterFitout.status : undefined
  return status
    ? { kind: 'read', value: status }
    : { kind: 'unread', reason: 'The snapshot has another format' }
}

function othersOf({ clusters }: FleetSnapshot, self: FleetCluster): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const cluster of clusters) {
    const reason =
      cluster.state === 'Ready' || idOf(cluster) === idOf(self) ? undefined : cluster.cause?.reason
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return counts
}
