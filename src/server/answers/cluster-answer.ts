import { fieldIn, readCluster } from '../../controller/management/read-cluster.ts'
import type { CompatFacts } from '../../domain/compat/component-facts.ts'
import { judgeCluster } from '../../domain/compat/judge-cluster.ts'
import type { FleetCluster, FleetPlan } from '../../domain/fleet/fleet-snapshot.ts'
import { idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { standing } from '../../domain/fleet/standing.ts'
import { fittedOutMs } from '../../domain/fleet/time-in-state.ts'
import { clustersInSnapshot } from '../../domain/inventory/clusters-in-snapshot.ts'
import { earliest, readInstant } from '../../domain/plan/step-status.ts'
import { nearest } from '../../domain/text/nearest.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { ClusterCompat, ClusterInfo, ClusterResponse } from '../api/cluster-response.ts'
import type { SeenFleet } from '../fleet/seen-fleet.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import { sumDurations } from './quantiles.ts'
import { timelineOf } from './timeline.ts'

/** What is known beside the fleet. */
export interface ClusterKnowledge {
  readonly facts: CompatFacts
}

/** A cluster that the user may see, or the refusal for one that is absent, with what may have been meant. */
export function demandSeenCluster({ cluster, snapshot }: SeenFleet, id: string): FleetCluster {
  const found = cluster(id)
  if (found) return found
  const near = nearest(id, snapshot.clusters.map(idOf))
  const more = near === undefined ? {} : { near: [near] }
  throw new HttpRefusal('NotFound', `Cluster ${id} is not found, or you do not have access to it`, more)
}

/** All that the followed objects say of a cluster. */
export function clusterAnswer(view: SeenFleet, id: string, knowledge: ClusterKnowledge): ClusterResponse {
  const { fresh, snapshot } = view
  const cluster = demandSeenCluster(view, id)
  const plan = planFor(cluster, view)
  const alike = alikeOf(cluster, view)
  const took = fittedOutMs(cluster)
  const { median, count } = sumDurations(alike.map(fittedOutMs))
  return {
    ...fresh,
    cluster,
    standing: standing(cluster, snapshot),
    ...(plan === undefined ? {} : { plan }),
    facts: infoOf(cluster, plan, view.clusterObject(id)),
    timeline: timelineOf({ cluster, plan, alike }),
    ...(took === undefined ? {} : { took: Math.round(took / 1000) }),
    ...(median === undefined ? {} : { fleetTook: { median, count } }),
    sameCause: sameCauseOf(cluster, view),
    compat: compatOf(cluster, view, knowledge.facts),
    // Who may read the repository only the Git host knows: the page of changes asks there.
    changes: [],
  }
}

/** The plan of a cluster, if it can be read. */
export function planFor({ namespace, fitout }: FleetCluster, { snapshot }: SeenFleet): FleetPlan | undefined {
  return snapshot.fitouts.find(one => one.namespace === namespace && one.name === fitout)
}

/** All clusters of the same Fitout. */
export function alikeOf(
  { namespace, fitout }: FleetCluster,
  { snapshot }: SeenFleet,
): readonly FleetCluster[] {
  return snapshot.clusters.filter(one => one.namespace === namespace && one.fitout === fitout)
}

function infoOf(
  cluster: FleetCluster,
  plan: FleetPlan | undefined,
  object: KubeObject | undefined,
): ClusterInfo {
  const clusterClass = object && classOf(object)
  const unreadSince = earliest(...unreadTimes(cluster))
  const createdAt = object?.metadata.creationTimestamp
  const { isPaused = false, isDeleting = false } = object ? readCluster(object) : {}
  return {
    ...(clusterClass === undefined ? {} : { clusterClass }),
    ...(cluster.kubernetesVersion === undefined ? {} : { kubernetesVersion: cluster.kubernetesVersion }),
    components: (plan?.steps ?? []).flatMap(({ components = [] }) => components),
    ...(createdAt === undefined ? {} : { createdAt }),
    isPaused,
    isDeleting,
    ...(unreadSince === '' ? {} : { unreadSince }),
    gates: (plan?.steps ?? []).flatMap(({ gate }) =>
      gate ? [{ label: gate.label, isOpen: cluster.labels[gate.label] === gate.value }] : [],
    ),
  }
}

function unreadTimes({ steps, state, since }: FleetCluster): [string | undefined, ...(string | undefined)[]] {
  return [state === 'Unknown' ? since : undefined, ...steps.map(step => step.unreadSince)]
}

function classOf(object: KubeObject): string | undefined {
  const topology = fieldIn(object['spec'], 'topology')
  const name = fieldIn(fieldIn(topology, 'classRef'), 'name') ?? fieldIn(topology, 'class')
  return typeof name === 'string' && name !== '' ? name : undefined
}

function sameCauseOf(cluster: FleetCluster, { snapshot }: SeenFleet): number {
  const reason = cluster.state === 'Ready' ? undefined : cluster.cause?.reason
  if (reason === undefined) return 0
  const alike = snapshot.clusters.filter(({ state, cause }) => state !== 'Ready' && cause?.reason === reason)
  return alike.length - 1
}

function compatOf(cluster: FleetCluster, { snapshot }: SeenFleet, facts: CompatFacts): ClusterCompat {
  const [versions] = clustersInSnapshot({ ...snapshot, clusters: [cluster] })
  if (!versions) return { answer: 'unknown', now: [], holds: [], unknown: [] }
  const answer = judgeCluster(versions, { facts, now: readInstant(snapshot.asOf) ?? 0 })
  const { target, now, holds, unknown } = answer
  return { ...(target === undefined ? {} : { target }), answer: answer.answer, now, holds, unknown }
}
