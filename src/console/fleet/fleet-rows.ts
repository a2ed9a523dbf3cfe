import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { byUrgency, needsAction } from '../../domain/fleet/sum-fleet.ts'
import { stepOf, timeInState } from '../../domain/fleet/time-in-state.ts'
import type { FleetView } from '../routing/fleet-view.ts'

/** A line of the list: the head of a group, or a cluster of it. */
export type ListItem =
  | { readonly kind: 'group'; readonly key: string; readonly group: RowGroup }
  | {
      readonly kind: 'cluster'
      readonly key: string
      readonly cluster: FleetCluster
      readonly group: RowGroup
    }

/** Clusters with the same steps, so that their steps have the same columns. */
export interface RowGroup {
  readonly key: string
  readonly title: string
  readonly steps: readonly string[]
  readonly clusters: readonly FleetCluster[]
  readonly namespaces: number
  /** The steps at which a cluster of the group is: their columns have room for a time. */
  readonly busy: readonly boolean[]
}

type Arrangement = Pick<FleetView, 'group' | 'sort'>

/** The lines of a list of clusters, grouped and sorted. */
export function listItems(clusters: readonly FleetCluster[], view: Arrangement): readonly ListItem[] {
  return groupsOf(sorted(clusters, view.sort), view.group).flatMap(group => [
    { kind: 'group', key: `group ${group.key}`, group } as const,
    ...group.clusters.map(cluster => ({ kind: 'cluster', key: idOf(cluster), cluster, group }) as const),
  ])
}

/** The same list in an order that is held: what is new comes last in its group, what is gone is left out. */
export function inHeldOrder(
  clusters: readonly FleetCluster[],
  order: readonly string[],
): readonly FleetCluster[] {
  const at = new Map(order.map((id, index) => [id, index]))
  const place = (cluster: FleetCluster) => at.get(idOf(cluster)) ?? order.length
  return clusters.toSorted((a, b) => place(a) - place(b))
}

function sorted(clusters: readonly FleetCluster[], sort: FleetView['sort']): readonly FleetCluster[] {
  if (sort === 'name') return clusters
  if (sort === 'urgent') return urgentFirst(clusters)
  const since = new Map(
    clusters.map(one => [one, timeInState(one, { fitouts: [] }).since ?? Number.POSITIVE_INFINITY]),
  )
  return clusters.toSorted((a, b) => compare(since.get(a) ?? 0, since.get(b) ?? 0))
}

// What needs attention comes before what has the same state and does not.
function urgentFirst(clusters: readonly FleetCluster[]): readonly FleetCluster[] {
  const ordered = byUrgency(clusters)
  return [...ordered.filter(needsAction), ...ordered.filter(one => !needsAction(one))]
}

function groupsOf(clusters: readonly FleetCluster[], by: FleetView['group']): readonly RowGroup[] {
  const alike = Map.groupBy(clusters, cluster => {
    const steps = cluster.steps.map(({ name }) => name).join(' ')
    const title = by === 'fitout' ? cluster.fitout : by === 'namespace' ? cluster.namespace : ''
    return `${title}\n${steps}`
  })
  return [...alike].map(([key, members]) => {
    const steps = members[0]?.steps.map(({ name }) => name) ?? []
    const busy = new Set(members.flatMap(one => (isAtStep(one) ? (stepOf(one)?.name ?? []) : [])))
    return {
      key,
      title: key.split('\n')[0] ?? '',
      steps,
      clusters: members,
      namespaces: new Set(members.map(({ namespace }) => namespace)).size,
      busy: steps.map(step => busy.has(step)),
    }
  })
}

/** Whether a cluster is on its way, or was stopped on it. */
export function isAtStep({ state }: FleetCluster): boolean {
  return state !== 'Ready' && state !== 'Deleting'
}

function compare(a: number, b: number): number {
  return a < b ? -1 : Number(a > b)
}
