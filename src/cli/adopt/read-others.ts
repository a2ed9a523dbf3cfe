import type { OtherManager } from '../../domain/adopt/running-cluster.ts'
import { type Fields, isFields, itemsIn, partOf, textIn } from '../../domain/object/fields.ts'
import { releaseTarget } from '../../domain/adopt/planned-release.ts'
import type { ClusterPlan } from '../../domain/adopt/cluster-plan.ts'
import type { AdoptReader } from './adopt-reader.ts'

const PAUSED = 'cluster.x-k8s.io/paused'

/** Finds what else manages parts of a cluster, as far as the management cluster says it. */
export async function readOthers(
  management: AdoptReader,
  { namespace, name }: Pick<ClusterPlan, 'namespace' | 'name'>,
  cluster: Fields | undefined,
): Promise<readonly OtherManager[]> {
  const place = { namespace }
  const [proxies, summaries, releases, addOns] = await Promise.all([
    management.list(['addons.cluster.x-k8s.io/v1alpha1'], 'HelmReleaseProxy', place),
    management.list(sveltosVersions, 'ClusterSummary', place),
    management.list(fluxVersions, 'HelmRelease', place),
    eksAddOns(management, namespace, cluster),
  ])
  return [
    ...proxies.filter(one => textIn(partOf(partOf(one, 'spec'), 'clusterRef'), 'name') === name).map(proxy),
    ...summaries.filter(one => textIn(partOf(one, 'spec'), 'clusterName') === name).flatMap(summary),
    ...releases.filter(one => isForCluster(one, name)).map(hubRelease),
    ...addOns,
  ]
}

const sveltosVersions = ['config.projectsveltos.io/v1beta1', 'config.projectsveltos.io/v1alpha1']
const fluxVersions = [
  'helm.toolkit.fluxcd.io/v2',
  'helm.toolkit.fluxcd.io/v2beta2',
  'helm.toolkit.fluxcd.io/v2beta1',
]

function titleOf(object: Fields, kind: string): string {
  const metadata = partOf(object, 'metadata')
  return `${kind} ${textIn(metadata, 'namespace')}/${textIn(metadata, 'name')}`
}

function proxy(object: Fields): OtherManager {
  const metadata = partOf(object, 'metadata')
  const spec = partOf(object, 'spec')
  const chartProxy = textIn(
    partOf(metadata, 'labels'),
    'helmreleaseproxy.addons.cluster.x-k8s.io/helmchartproxy-name',
  )
  const namespace = textIn(metadata, 'namespace')
  const isOnce =
    textIn(spec, 'reconcileStrategy') === 'InstallOnce' &&
    partOf(metadata, 'annotations')[
      'helmreleaseproxy.addons.cluster.x-k8s.io/release-successfully-installed'
    ] === 'true'
  return {
    tool: 'caaph',
    object: titleOf(object, 'HelmReleaseProxy'),
    owner: chartProxy === '' ? undefined : { kind: 'HelmChartProxy', namespace, name: chartProxy },
    release: {
      name: textIn(spec, 'releaseName'),
      namespace: textIn(spec, 'namespace') || 'default',
    },
    title: `chart ${textIn(spec, 'chartName')} ${textIn(spec, 'version')}`.trim(),
    isSuspended: isOnce || Object.hasOwn(partOf(metadata, 'annotations'), PAUSED),
  }
}

function summary(object: Fields): readonly OtherManager[] {
  const spec = partOf(object, 'spec')
  const profile = partOf(spec, 'clusterProfileSpec')
  const mode = textIn(profile, 'syncMode')
  const charts = itemsIn(profile, 'helmCharts')
  const base = { tool: 'sveltos' as const, object: titleOf(object, 'ClusterSummary'), owner: undefined }
  const isSuspended = mode === 'OneTime' || mode === 'DryRun'
  if (charts.length === 0) return [{ ...base, release: undefined, title: 'manifests', isSuspended }]
  return charts.map(chart => ({
    ...base,
    release: { name: textIn(chart, 'releaseName'), namespace: textIn(chart, 'releaseNamespace') },
    title: `chart ${textIn(chart, 'chartName')} ${textIn(chart, 'chartVersion')}`.trim(),
    isSuspended,
  }))
}

function isForCluster(object: Fields, cluster: string): boolean {
  const config = partOf(object, 'spec')['kubeConfig']
  return isFields(config) && textIn(partOf(config, 'secretRef'), 'name') === `${cluster}-kubeconfig`
}

function hubRelease(object: Fields): OtherManager {
  const spec = partOf(object, 'spec')
  const metadata = partOf(object, 'metadata')
  const place = { namespace: textIn(metadata, 'namespace'), name: textIn(metadata, 'name') }
  const { releaseName, namespace } = releaseTarget(place, spec)
  return {
    tool: 'flux-helm',
    object: titleOf(object, 'HelmRelease'),
    owner: undefined,
    release: { name: releaseName, namespace },
    title: 'on the management cluster',
    isSuspended: spec['suspend'] === true,
  }
}

async function eksAddOns(
  management: AdoptReader,
  namespace: string,
  cluster: Fields | undefined,
): Promise<readonly OtherManager[]> {
  const ref = partOf(partOf(cluster ?? {}, 'spec'), 'controlPlaneRef')
  if (textIn(ref, 'kind') !== 'AWSManagedControlPlane') return []
  const planes = await management.list(
    ['controlplane.cluster.x-k8s.io/v1beta2', 'controlplane.cluster.x-k8s.io/v1beta1'],
    'AWSManagedControlPlane',
    { namespace },
  )
  const plane = planes.find(({ metadata }) => metadata.name === textIn(ref, 'name'))
  return itemsIn(partOf(plane ?? {}, 'spec'), 'addons').map((addOn): OtherManager => ({
    tool: 'eks-add-on',
    object: `EKS add-on ${textIn(addOn, 'name')}`,
    owner: { kind: 'AWSManagedControlPlane', namespace, name: textIn(ref, 'name') },
    release: undefined,
    title: textIn(addOn, 'version'),
    isSuspended: false,
  }))
}
