import { changeWords } from '../change/compare/change-words.ts'
import { type ObjectDiff, diffObjects } from '../change/compare/object-diff.ts'
import { immutableField } from '../change/compare/object-effects.ts'
import type { GitObject } from '../change/delivery/delivery.ts'
import { apiGroup } from '../object/api-group.ts'
import { type Fields, isFields, partOf, textIn } from '../object/fields.ts'
import { withoutFields } from '../object/without-fields.ts'
import { readDocuments } from '../yaml/document/read-documents.ts'
import { readGoYaml } from '../yaml/read-go-yaml.ts'
import { YamlError } from '../yaml/yaml-error.ts'
import { findBuiltInKind } from '../kinds/built-in-kinds.ts'
import { listFirst } from '../text/list-first.ts'
import type { AdoptionEffect, AdoptionRefusal, RenderedProof } from './adoption.ts'
import { changeEffect } from './judge-planned-object.ts'
import { titleOfObject } from './object-titles.ts'

/** What a chart renders to, twice: what it makes up by chance differs from itself. */
export type ChartRendering =
  | { readonly kind: 'rendered'; readonly manifest: string; readonly again: string }
  | { readonly kind: 'not-rendered'; readonly because: string }

/** How a rendering compares with what a release has stored. */
export interface ComparedManifests {
  readonly proof: RenderedProof
  readonly refusals: readonly AdoptionRefusal[]
}

/** The objects of a manifest of Helm; undefined if it cannot be read. Those without a namespace are in that of the release. */
export function manifestObjects(manifest: string, namespace: string): readonly GitObject[] | undefined {
  try {
    return readDocuments(manifest, readGoYaml)
      .map(({ value }) => value)
      .filter(isFields)
      .filter(value => textIn(value, 'kind') !== '')
      .map(value => objectIn(value, namespace))
  } catch (error) {
    if (error instanceof YamlError) return undefined
    throw error
  }
}

function objectIn(value: Fields, home: string): GitObject {
  const metadata = partOf(value, 'metadata')
  const [apiVersion, kind] = [textIn(value, 'apiVersion'), textIn(value, 'kind')]
  const given = textIn(metadata, 'namespace')
  const isClusterScoped = findBuiltInKind(apiGroup(apiVersion), kind)?.scope === 'Cluster'
  return {
    group: apiGroup(apiVersion),
    kind,
    namespace: isClusterScoped ? '' : given || home,
    name: textIn(metadata, 'name'),
    content: withoutFluxLabels(value),
    doubt: '',
    place: () => ({ path: '', line: 1, column: 1 }),
  }
}

// helm-controller adds them to what a chart renders to; no pod template has them.
function withoutFluxLabels(value: Fields): Fields {
  const metadata = partOf(value, 'metadata')
  const labels = partOf(metadata, 'labels')
  const own = Object.entries(labels).filter(([key]) => !key.startsWith('helm.toolkit.fluxcd.io/'))
  if (own.length === Object.keys(labels).length) return value
  const rest = withoutFields(metadata, 'labels')
  return { ...value, metadata: own.length === 0 ? rest : { ...rest, labels: Object.fromEntries(own) } }
}

/** Compares what a release has stored with what its chart would render to. */
export function compareWithStored(
  stored: string,
  rendering: ChartRendering,
  { namespace, object }: { readonly namespace: string; readonly object: string },
): ComparedManifests {
  if (rendering.kind === 'not-rendered') return notCompared(rendering.because)
  const before = manifestObjects(stored, namespace)
  const after = manifestObjects(rendering.manifest, namespace)
  const again = manifestObjects(rendering.again, namespace)
  if (!before) return notCompared('the manifest of the release is not valid YAML')
  if (!after || !again) return notCompared('what helm renders is not valid YAML')
  const all = diffObjects(before, after)
  const chance = chanceFields(diffObjects(after, again))
  const certain = all.flatMap(diff => withoutChance(diff, chance))
  const refusals = certain.flatMap(diff => immutableRefusals(diff, object))
  if (certain.length > 0) return { proof: { kind: 'different', effects: certain.map(effectOf) }, refusals }
  if (chance.size > 0) return notCompared(chanceWords(chance))
  return { proof: { kind: 'equal', objects: before.length }, refusals: [] }
}

function notCompared(because: string): ComparedManifests {
  return { proof: { kind: 'not-compared', because }, refusals: [] }
}

/** Fields that a chart makes up in each rendering, by object. */
function chanceFields(diffs: readonly ObjectDiff[]): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(diffs.map(({ key, fields }) => [key, new Set(fields.map(({ path }) => path.join('.')))]))
}

function withoutChance(
  diff: ObjectDiff,
  chance: ReadonlyMap<string, ReadonlySet<string>>,
): readonly ObjectDiff[] {
  const own = chance.get(diff.key)
  if (!own || !diff.before || !diff.after) return [diff]
  const fields = diff.fields.filter(({ path }) => !own.has(path.join('.')))
  return fields.length === 0 ? [] : [{ ...diff, fields }]
}

function chanceWords(chance: ReadonlyMap<string, ReadonlySet<string>>): string {
  const titles = [...chance].map(
    ([key, fields]) => `${key.split('/').slice(1).join('/')} ${[...fields].join(', ')}`,
  )
  return `the chart makes up fields in each rendering, unless it finds them on the cluster: ${listFirst(titles)}`
}

function effectOf({ before, after, fields }: ObjectDiff): AdoptionEffect {
  if (after && before) return changeEffect(after, fields)
  if (after) return { op: 'create', object: titleOfObject(after), detail: 'the release does not have it' }
  if (!before) throw new TypeError('a difference is about an object')
  const annotations = partOf(partOf(before.content, 'metadata'), 'annotations')
  const isKept = textIn(annotations, 'helm.sh/resource-policy') === 'keep'
  return isKept
    ? {
        op: 'change',
        object: titleOfObject(before),
        detail: 'leaves the release, and stays (resource-policy keep)',
      }
    : { op: 'delete', object: titleOfObject(before), detail: 'the chart does not render it' }
}

function immutableRefusals(
  { before, after, fields }: ObjectDiff,
  release: string,
): readonly AdoptionRefusal[] {
  const field = before && after ? immutableField(after, fields) : undefined
  if (field === undefined || !after) return []
  const change = fields.find(({ path }) => path.join('.').startsWith(field))
  const words = change ? `: ${changeWords(change, after.kind)}` : ''
  return [
    {
      code: 'FIELD_IMMUTABLE',
      object: release,
      message: `the upgrade would fail: ${field} of ${titleOfObject(after)} cannot be changed${words}`,
      fix: 'keep the version and the values of the release, or delete the object yourself when its pods may go',
    },
  ]
}
