import { hasCondition } from '../kube/conditions.ts'
import { ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab, LabCluster } from '../lab.ts'
import { fluxControllers, fluxManifests } from './flux.ts'
import { resourceSet } from './resource-set.ts'

/**
 * Puts Flux on a cluster as Fitout's users do, by a ClusterResourceSet, and waits until its controllers are available.
 *
 * `flags` are for the controllers that apply something: how many at a time, how soon again.
 */
export async function installFlux(
  lab: Lab,
  cluster: LabCluster,
  flags: readonly string[] = [],
): Promise<void> {
  const { crds, core } = await fluxManifests(lab.site.modules, flags)
  const name = `flux-${cluster.ref.metadata.name}`
  const set = resourceSet({
    name,
    matchLabels: { [name]: 'enabled' },
    configMaps: { [`${name}-crds`]: crds, [`${name}-core`]: core },
  })
  for (const object of set) await lab.management.api.apply(object)
  await lab.management.api.patch(cluster.ref, { metadata: { labels: { [name]: 'enabled' } } })
  for (const controller of fluxControllers) {
    const deployment = ref('apps/v1', 'Deployment', `flux-system/${controller}`)
    await until(`${controller} is available`, async () =>
      hasCondition(await cluster.controlPlane.api.get(deployment), 'Available', 'True'),
    )
  }
}
