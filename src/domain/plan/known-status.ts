import { type ClusterFitoutStatus, clusterFitoutSchema } from '../api/schema/cluster-fitout-schema.ts'
import { isFields, partOf, textIn } from '../object/fields.ts'

/**
 * What a status says, or at least which cluster it is about.
 *
 * Whoever has spoilt the rest of it must not make Fitout forget the cluster that was proven: steps begin again, the pin stays.
 */
export function knownStatus(given: unknown): ClusterFitoutStatus | undefined {
  const { data } = clusterFitoutSchema.shape.status.safeParse(given)
  if (data || !isFields(given)) return data
  const cluster = partOf(given, 'cluster')
  const [name, uid, identity] = ['name', 'uid', 'identity'].map(field => textIn(cluster, field))
  if (!name || !uid) return undefined
  return { cluster: { name, uid, ...(identity ? { identity } : {}) } }
}
