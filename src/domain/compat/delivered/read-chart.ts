import { type Fields, partOf, textIn } from '../../object/fields.ts'
import type { ComponentVersion } from '../verdict.ts'

// Only charts whose version is that of what they install. `flux2`, for one, counts for itself.
const componentsByChart: ReadonlyMap<string, string> = new Map([
  ['karpenter', 'karpenter'],
  ['cilium', 'cilium'],
  ['tigera-operator', 'calico'],
])

/** The component that a HelmRelease, or its source, installs. A range of versions is given back as it is written. */
export function readChart(object: Fields): readonly ComponentVersion[] {
  const read = readers.get(textIn(object, 'kind'))
  if (!read) return []
  const { chart, version } = read(partOf(object, 'spec'))
  // Karpenter for Azure has the same name, and versions of its own.
  if (chart.includes('/aks/')) return []
  const component = componentsByChart.get(chart.slice(chart.lastIndexOf('/') + 1))
  return component === undefined ? [] : [{ component, version }]
}

interface Chart {
  readonly chart: string
  readonly version: string
}

const readers: ReadonlyMap<string, (spec: Fields) => Chart> = new Map([
  // In a HelmRelease that has no chart of its own the source says it.
  ['HelmRelease', spec => chartIn(partOf(partOf(spec, 'chart'), 'spec'))],
  ['HelmChart', chartIn],
  ['HelmChartProxy', proxiedChartIn],
  ['OCIRepository', spec => ({ chart: textIn(spec, 'url'), version: referenceIn(partOf(spec, 'ref')) })],
])

function chartIn(spec: Fields): Chart {
  const source = textIn(partOf(spec, 'sourceRef'), 'kind')
  // Of a chart in a folder Flux takes the version that stands there, whatever is asked for.
  const isFolder = source === 'GitRepository' || source === 'Bucket'
  return { chart: textIn(spec, 'chart'), version: isFolder ? '' : textIn(spec, 'version') }
}

function proxiedChartIn(spec: Fields): Chart {
  return {
    chart: `${textIn(spec, 'repoURL')}/${textIn(spec, 'chartName')}`,
    version: textIn(spec, 'version'),
  }
}

// As Flux does: a digest wins over a range, a range over a tag. A digest tells no version.
function referenceIn(ref: Fields): string {
  return textIn(ref, 'digest') || textIn(ref, 'semver') || textIn(ref, 'tag')
}
