import { sha256Hex } from '../bytes/sha256.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import type { Deliverer, GitObject } from '../change/delivery/delivery.ts'
import type { ValuesReference } from '../helm-values/values-from/values-reference.ts'
import { type Fields, isFields, itemsIn, partOf, textIn } from '../object/fields.ts'

/** Where a HelmRelease takes its chart from. */
interface PlannedChart {
  /** Of the chart in a HelmRepository; of an OCIRepository or a folder in Git, the last part of its address. */
  readonly name: string
  /** As written: a version or a range; empty for the newest. */
  readonly version: string
  /** Address of the Helm repository or of the chart; undefined if it is not in this repository. */
  readonly url: string | undefined
  readonly from: 'HelmRepository' | 'OCIRepository' | 'other'
  /** The object that has the version, if it is not the HelmRelease. */
  readonly source: GitObject | undefined
}

/** A HelmRelease of the plan, as helm-controller will read it. */
export interface PlannedRelease extends HelmTarget {
  readonly object: GitObject
  readonly deliverer: Deliverer
  readonly chart: PlannedChart
  readonly values: Fields
  readonly valuesFrom: readonly ValuesReference[]
  readonly isSuspended: boolean
  /** What `helm template` knows nothing of, by the names of the fields. */
  readonly notRendered: readonly string[]
}

/** Reads a HelmRelease. `sources` are the objects that reach the same cluster. */
export function plannedRelease(
  object: GitObject,
  deliverer: Deliverer,
  sources: readonly GitObject[],
): PlannedRelease {
  const spec = partOf(object.content, 'spec')
  return {
    object,
    deliverer,
    ...releaseTarget(object, spec),
    chart: releaseChart(object, spec, sources),
    values: partOf(spec, 'values'),
    valuesFrom: itemsIn(spec, 'valuesFrom').map(referenceIn),
    isSuspended: spec['suspend'] === true,
    notRendered: ['postRenderers', 'commonMetadata'].filter(field => isGiven(spec[field])),
  }
}

/** The release that a HelmRelease is about: where Helm finds it. */
export interface HelmTarget {
  readonly releaseName: string
  readonly namespace: string
  /** Where helm-controller keeps the history. */
  readonly storageNamespace: string
}

/** Finds the release that a HelmRelease is about, with what helm-controller puts where the spec says nothing. */
export function releaseTarget(
  object: { readonly namespace: string; readonly name: string },
  spec: Fields,
): HelmTarget {
  return {
    releaseName: releaseNameOf(object, spec),
    namespace: textIn(spec, 'targetNamespace') || object.namespace,
    storageNamespace: textIn(spec, 'storageNamespace') || object.namespace,
  }
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isFields(value) && Object.keys(value).length > 0
}

const MAX_RELEASE_NAME = 53

// As helm-controller names a release that has no name of its own, and cuts it.
function releaseNameOf({ name }: { readonly name: string }, spec: Fields): string {
  const given = textIn(spec, 'releaseName')
  if (given !== '') return given
  const target = textIn(spec, 'targetNamespace')
  const whole = target === '' ? name : `${target}-${name}`
  if (whole.length <= MAX_RELEASE_NAME) return whole
  return `${whole.slice(0, 40)}-${sha256Hex([encodeUtf8(whole)]).slice(0, 12)}`
}

function referenceIn(item: Fields): ValuesReference {
  return {
    kind: textIn(item, 'kind'),
    name: textIn(item, 'name'),
    valuesKey: textIn(item, 'valuesKey'),
    ...(typeof item['targetPath'] === 'string' ? { targetPath: item['targetPath'] } : {}),
    ...(item['optional'] === true ? { optional: true } : {}),
    ...(item['literal'] === true ? { literal: true } : {}),
  }
}

function releaseChart(release: GitObject, spec: Fields, sources: readonly GitObject[]): PlannedChart {
  const ref = partOf(spec, 'chartRef')
  if (textIn(ref, 'kind') === 'OCIRepository') return ociChart(sourceIn(sources, ref, release))
  const chart = partOf(partOf(spec, 'chart'), 'spec')
  const sourceRef = partOf(chart, 'sourceRef')
  const source = sourceIn(sources, sourceRef, release)
  const name = textIn(chart, 'chart')
  const isRepository = textIn(sourceRef, 'kind') === 'HelmRepository'
  const url = isRepository && source ? textIn(partOf(source.content, 'spec'), 'url') : ''
  return {
    name: isRepository ? name : (name.split('/').findLast(part => part !== '') ?? name),
    version: textIn(chart, 'version'),
    url: url === '' ? undefined : url,
    from: isRepository ? 'HelmRepository' : 'other',
    source: undefined,
  }
}

function ociChart(source: GitObject | undefined): PlannedChart {
  const spec = partOf(source?.content ?? {}, 'spec')
  const url = textIn(spec, 'url')
  const ref = partOf(spec, 'ref')
  return {
    name: url.split('/').at(-1) ?? '',
    version: textIn(ref, 'tag') || textIn(ref, 'semver'),
    url: url === '' || textIn(ref, 'digest') !== '' ? undefined : url,
    from: 'OCIRepository',
    source,
  }
}

function sourceIn(sources: readonly GitObject[], ref: Fields, release: GitObject): GitObject | undefined {
  const [kind, name] = [textIn(ref, 'kind'), textIn(ref, 'name')]
  const namespace = textIn(ref, 'namespace') || release.namespace
  return sources.find(
    one =>
      one.group === 'source.toolkit.fluxcd.io' &&
      one.kind === kind &&
      one.name === name &&
      one.namespace === namespace,
  )
}
