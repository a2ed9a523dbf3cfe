import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { ClusterCause, SimulatedCluster } from './simulation.ts'

/** Why clusters are not ready: those that say the same but for their own name. */
export interface SimulationCause {
  readonly reason: string
  /** With `${CLUSTER_NAME}` in place of the name if there are several clusters. */
  readonly sentence: string
  readonly step: string | undefined
  readonly actor: ClusterCause['actor']
  readonly next: string | undefined
  /** By namespace and name. */
  readonly clusters: readonly string[]
  /** How long the first of them has had it. */
  readonly oldestMs: number
}

/** Brings the causes of clusters together, the most frequent first. */
export function causesOf(
  clusters: readonly SimulatedCluster[],
  elapsedMs: number,
): readonly SimulationCause[] {
  const groups = Map.groupBy(
    clusters.flatMap(cluster => (cluster.cause ? [{ cluster, cause: cluster.cause }] : [])),
    ({ cluster, cause }) => JSON.stringify([cause.reason, cause.step, general(cause.message, cluster)]),
  )
  const causes = [...groups.values()].flatMap(group => {
    const [first] = group
    if (first === undefined) return []
    const { cluster, cause } = first
    return [
      {
        reason: cause.reason,
        sentence: group.length === 1 ? cause.message : general(cause.message, cluster),
        step: cause.step,
        actor: cause.actor,
        next: cause.next,
        clusters: group.map(one => qualifiedName(one.cluster)),
        oldestMs: elapsedMs - Math.min(...group.map(one => one.cause.sinceMs)),
      },
    ]
  })
  return causes.toSorted(
    (a, b) => b.clusters.length - a.clusters.length || (a.sentence < b.sentence ? -1 : 1),
  )
}

// As a Fitout writes it. Only whole words: the name of a cluster may be a part of any other word.
function general(sentence: string, { name }: SimulatedCluster): string {
  const escaped = name.replaceAll(/[.\\]/g, '\\$&')
  return sentence.replaceAll(new RegExp(`(?<![-\\w.])${escaped}(?!\\w)`, 'g'), '${CLUSTER_NAME}')
}
