import { partOf, textIn, type Fields } from '../object/fields.ts'
import type { ClusterPlan } from './cluster-plan.ts'
import { titleOfFields, titleOfObject } from './object-titles.ts'
import { releaseTarget } from './planned-release.ts'
import type { OtherManager, RunningCluster } from './running-cluster.ts'

/** HelmReleases on the cluster that the plan does not have, and that manage a release of the plan until they are suspended. */
export function fluxReleases(
  { steps }: Pick<ClusterPlan, 'steps'>,
  { flux }: Pick<RunningCluster, 'flux'>,
): readonly OtherManager[] {
  const planned = steps.flatMap(({ releases }) => releases)
  const titles = new Set(planned.map(({ object }) => titleOfObject(object)))
  const targets = new Set(planned.map(({ namespace, releaseName }) => `${namespace}/${releaseName}`))
  return flux
    .filter(live => textIn(live, 'kind') === 'HelmRelease' && !titles.has(titleOfFields(live)))
    .filter(live => partOf(live, 'spec')['kubeConfig'] === undefined)
    .map(managerOf)
    .filter(({ release }) => release && targets.has(`${release.namespace}/${release.name}`))
}

function managerOf(live: Fields): OtherManager {
  const [metadata, spec] = [partOf(live, 'metadata'), partOf(live, 'spec')]
  const place = { namespace: textIn(metadata, 'namespace'), name: textIn(metadata, 'name') }
  const { releaseName, namespace } = releaseTarget(place, spec)
  return {
    tool: 'flux-helm',
    object: titleOfFields(live),
    owner: undefined,
    release: { name: releaseName, namespace },
    title: 'on the cluster',
    isSuspended: spec['suspend'] === true,
    live,
  }
}
