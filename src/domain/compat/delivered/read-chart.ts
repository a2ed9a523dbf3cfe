import { type Fields, partOf, textIn } from '../../object/fields.ts'
import type { ComponentVersion } from '../verdict.ts'

// Only charts whose version is that of what they install. `flux2`, for one, counts for itself.
const componentsByChart: ReadonlyMap<string, string> = new Map([
  ['karpenter', 'karpenter'],
  ['cilium', 'cilium'],
  ['tigera-operator', 'calico'],
])

/** The component that a HelmRelease, or its source, installs. A range of versions is given back as it is written. */
export function readChart(
  object: Fields,
  own: ReadonlyMap<string, string> = new Map(),
): readonly ComponentVersion[] {
  const found = chartOf(object)
  const component = found && (own.get(found.name) ?? componentsByChart.get(found.name))
  return component === undefined ? [] : [{ component, version: found?.version ?? '' }]
}

/** A chart, and the version of it that is asked for. */
export interface ChartVersion {
  /** Without the path to it. */
  readonly name: string
  /** As it is written; empty if nothing is said. */
  readonly version: string
}

/** The chart that a HelmRelease, or its source, names; undefined if it names none. */
export function chartOf(object: Fields): ChartVersion | undefined {
  const read = readers.get(textIn(object, 'kind'))
  if (!read) return undefined
  const { chart, version } = read(partOf(object, 'spec'))
  // Karpenter for Azure has the same name, and versions of its own.
  const name = chart.includes('/aks/') ? '' : chart.slice(chart.lastIndexOf('/') + 1)
  return name === '' ? undefined : { name, version }
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
