import { type Fields, partOf, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** The HelmChart that Flux makes of the template in a HelmRelease, beside its source; undefined when it has none. */
export function helmChartOf(release: KubeObject): KubeObject | undefined {
  const { namespace = '', name } = release.metadata
  const { interval, chart } = partOf(release, 'spec')
  if (release.kind !== 'HelmRelease' || chart === undefined) return undefined
  const spec = partOf(partOf(partOf(release, 'spec'), 'chart'), 'spec')
  const home = textIn(partOf(spec, 'sourceRef'), 'namespace') || namespace
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmChart',
    metadata: { name: `${namespace}-${name}`, namespace: home },
    spec: { interval, ...spec },
  }
}

/** How that HelmChart is referred to. */
export function chartRef(release: KubeObject): Fields {
  const chart = helmChartOf(release)
  if (chart === undefined) return {}
  const { name, namespace } = chart.metadata
  return { kind: 'HelmChart', name, namespace }
}
