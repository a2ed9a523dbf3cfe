import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { resolveName } from '../../domain/hand-over/cluster-identity.ts'
import type { Delivery } from '../../domain/plan/cluster-facts.ts'
import { readBinding } from '../../domain/resource-set/binding.ts'
import { isDelivered, judgeResourceSet } from '../../domain/resource-set/judge-resource-set.ts'
import { readResourceSet } from '../../domain/resource-set/resource-set.ts'
import type { Source } from '../../domain/resource-set/source.ts'
import type { Asking } from './asking.ts'
import { readCluster, selectable } from './read-cluster.ts'

/** Where the ClusterResourceSets of a step stand on the cluster, and what they deliver. */
export async function askDeliveries(
  { gathering, question }: Asking,
  step: FitoutStep,
  fresh: boolean,
): Promise<{ readonly deliveries: readonly Delivery[]; readonly sources: readonly Source[] }> {
  const { management, sources: reader } = gathering
  const { cluster: object, call } = question
  const cluster = readCluster(object)
  const bound = management.binding.get(`${cluster.namespace}/${cluster.name}`)
  const all: Source[] = []
  const deliveries: Delivery[] = []
  for (const template of step.resourceSets ?? []) {
    const resolved = resolveName(template, cluster)
    const name = resolved.ok ? resolved.name : template
    const found = management.resourceSet.get(`${cluster.namespace}/${name}`)
    if (!found) {
      deliveries.push({
        resourceSet: name,
        isApplied: false,
        message: `ClusterResourceSet "${name}" does not exist`,
      })
      continue
    }
    const resourceSet = readResourceSet(found)
    const sources = await reader.read(cluster.namespace, resourceSet.resources, { ...call, fresh })
    all.push(...sources)
    const verdict = judgeResourceSet({
      resourceSet,
      cluster: selectable(object),
      sources,
      binding: bound && readBinding(bound),
    })
    const message = `ClusterResourceSet "${name}": ${verdict.message}`
    deliveries.push({ resourceSet: name, isApplied: isDelivered(verdict), message })
  }
  return { deliveries, sources: all }
}
