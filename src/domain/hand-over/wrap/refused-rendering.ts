import { listFirst } from '../../text/list-first.ts'
import type { FitoutStep } from '../../api/schema/fitout-schema.ts'
import { type Binding, entryOf } from '../../resource-set/binding.ts'
import { type ClusterIdentity, resolveName } from '../cluster-identity.ts'
import { handOverName } from './hand-over-name.ts'

/**
 * Says that Cluster API tried to apply what a step renders, and the cluster did not take all of it; undefined if not.
 *
 * Names the templates and nothing else: what Cluster API and the cluster say about it may quote values.
 */
export function refusedRendering(
  { name: step, render = [] }: Pick<FitoutStep, 'name' | 'render'>,
  cluster: ClusterIdentity,
  binding: Binding | undefined,
): string | undefined {
  const entry = entryOf(binding, handOverName(cluster, step))
  if (render.length === 0 || entry?.resources.some(({ applied }) => !applied) !== true) return undefined
  const names = render.map(template => {
    const resolved = resolveName(template, cluster)
    return `"${resolved.ok ? resolved.name : template}"`
  })
  const from = `${names.length === 1 ? 'ConfigMap' : 'ConfigMaps'} ${listFirst(names)}`
  return `The cluster does not accept all objects that are rendered from ${from}; Cluster API will apply them again`
}
