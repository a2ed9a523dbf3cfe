import { isFields, partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** Finds objects by one of the labels that a selector asks for, so that not every pair of a set and a cluster is tried. */
export class LabelPairs {
  readonly #keys = new Map<string, Set<string>>()

  add(key: string, pairs: readonly string[]): void {
    for (const pair of pairs) this.#keys.set(pair, (this.#keys.get(pair) ?? new Set()).add(key))
  }

  remove(key: string, pairs: readonly string[]): void {
    for (const pair of pairs) this.#keys.get(pair)?.delete(key)
  }

  /** The keys under any of these pairs, in order. */
  find(pairs: readonly string[]): readonly string[] {
    return [...new Set(pairs.flatMap(pair => [...(this.#keys.get(pair) ?? [])]))].toSorted()
  }
}

/** The pairs of a Cluster: one for each label, and one that it shares with all of its namespace. */
export function pairsOfCluster({ metadata }: KubeObject): readonly string[] {
  const { namespace = '', labels = {} } = metadata
  return [`${namespace} *`, ...Object.entries(labels).map(([name, value]) => `${namespace} ${name}=${value}`)]
}

/** The pair that every Cluster has that a ClusterResourceSet selects. */
export function pairOfSet(set: KubeObject): string {
  const { namespace = '' } = set.metadata
  const { matchLabels } = partOf(partOf(set, 'spec'), 'clusterSelector')
  const [first] = isFields(matchLabels) ? Object.entries(matchLabels) : []
  return first === undefined ? `${namespace} *` : `${namespace} ${first[0]}=${String(first[1])}`
}
