import { partOf, textIn } from '../../object/fields.ts'
import type { Lead } from '../guide.ts'
import { conditionOf, type SeenRef, type SeenObject } from '../seen-object.ts'

const apiVersion = 'source.toolkit.fluxcd.io/v1'
const sourceReasons: ReadonlySet<string> = new Set(['SourceNotReady', 'ArtifactFailed'])

/** What a HelmRelease or a Kustomization is made from, if that is what it waits for. */
export const sourceOf: Lead = ({ object }) => {
  const ready = object && conditionOf(object, 'Ready')
  if (!object || !ready || !sourceReasons.has(ready.reason)) return []
  const ref = object.ref.kind === 'HelmRelease' ? chartOf(object) : namedSource(object)
  return ref ? [ref] : []
}

/** The repository of a HelmChart that waits for it. One that has another complaint has read it. */
export const upstreamOf: Lead = ({ object }) => {
  if (!object || object.ref.kind !== 'HelmChart') return []
  const failed = conditionOf(object, 'FetchFailed') ?? conditionOf(object, 'BuildFailed')
  if (failed && !['SourceUnavailable', 'NoSourceArtifact'].includes(failed.reason)) return []
  const ref = namedSource(object)
  return ref ? [ref] : []
}

/** The source that the spec of an object names. */
export function namedSource(object: SeenObject): SeenRef | undefined {
  return namedBy(object, partOf(partOf(object.fields, 'spec'), 'sourceRef'))
}

function chartOf(release: SeenObject): SeenRef | undefined {
  const spec = partOf(release.fields, 'spec')
  const direct = namedBy(release, partOf(spec, 'chartRef'))
  if (direct) return direct
  // Flux makes a HelmChart of the template, and says where.
  const [namespace, name] = textIn(partOf(release.fields, 'status'), 'helmChart').split('/', 2)
  if (namespace && name) return { on: release.ref.on, apiVersion, kind: 'HelmChart', namespace, name }
  return namedBy(release, partOf(partOf(partOf(spec, 'chart'), 'spec'), 'sourceRef'))
}

function namedBy({ ref }: SeenObject, source: SeenObject['fields']): SeenRef | undefined {
  const [kind, name] = [textIn(source, 'kind'), textIn(source, 'name')]
  if (kind === '' || name === '') return undefined
  return {
    on: ref.on,
    apiVersion,
    kind,
    namespace: textIn(source, 'namespace') || (ref.namespace ?? ''),
    name,
  }
}
