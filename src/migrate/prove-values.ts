import { isFields } from '../domain/object/fields.ts'
import type { HelmValue, HelmValues } from '../domain/helm-values/copy-values.ts'
import { judgedPath } from '../domain/helm-values/secret-texts.ts'
import { mergeValuesFrom } from '../domain/helm-values/values-from/merge-values-from.ts'
import { ValuesFromError } from '../domain/helm-values/values-from/values-from-error.ts'
import type { ValuesReference } from '../domain/helm-values/values-from/values-reference.ts'
import type { Hole } from './evaluate/value.ts'
import type { Holes } from './evaluate/holes.ts'
import { mergeLayers } from './release/merge-layers.ts'
import type { HelmRelease } from './release/read-release.ts'
import type { HandedKey } from './write/release-add-on.ts'

/** The values of a chart on both sides, with samples for what only Terraform knows. */
export interface BothValues {
  readonly before: HelmValues
  readonly after: HelmValues
}

/** What a HelmRelease says about its values. */
export interface WrittenValues {
  readonly values: unknown
  readonly valuesFrom: readonly ValuesReference[]
}

/** Gives the chart's values as the Helm provider makes them and as Flux does; words if one side cannot be made. */
export function bothValues(
  release: HelmRelease,
  {
    keys,
    written,
    sample,
  }: { readonly keys: readonly HandedKey[]; readonly written: WrittenValues; readonly sample: string },
): BothValues | string {
  const { holes } = release.scope
  const samples = new Map<Hole, string>()
  const fill = (hole: Hole): string => {
    const known = samples.get(hole) ?? `${sample}${samples.size}`
    samples.set(hole, known)
    return known
  }
  const fillText = (text: string) => holes.fill(text, fill)
  const whole = new Set(keys.flatMap(({ value }) => (isWhole(value) ? [value.value] : [])))
  // A document that is not known is the same on both sides.
  const documents = release.layers.documents.filter(({ text }) => !whole.has(holes.wholeMark(text) ?? ''))
  const before = mergeLayers({ documents, lines: release.layers.lines }, fillText)
  if (!before.ok) return before.fault.words
  const data = Object.fromEntries(keys.map(key => [key.key, sampleOf(key, holes, fillText)]))
  try {
    const { values: after } = mergeValuesFrom({ ...written, find: () => data })
    return { before: before.values, after }
  } catch (error) {
    if (error instanceof ValuesFromError) return error.message
    throw error
  }
}

function isWhole(
  value: HandedKey['value'],
): value is Extract<HandedKey['value'], { readonly kind: 'document' }> {
  return typeof value === 'object' && value.kind === 'document' && value.path.length === 0
}

function sampleOf({ value }: HandedKey, holes: Holes, fillText: (text: string) => string): string {
  if (typeof value === 'string') return 'sample'
  if (value.kind === 'text') {
    return value.parts
      .map(part => (part.kind === 'text' ? part.text : fillText(holes.mark(part.hole, 'text'))))
      .join('')
  }
  if (value.path.length === 0) return '{}'
  const inner = filled(value.value, fillText)
  return JSON.stringify(
    value.path.reduceRight<HelmValue>((under, key) => ({ [key]: under }), inner),
    jsonNumber,
  )
}

function jsonNumber(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}

function filled(value: HelmValue, fillText: (text: string) => string): HelmValue {
  if (typeof value === 'string') return fillText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: HelmValue) => filled(item, fillText))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [fillText(key), filled(item, fillText)]),
  )
}

/** A field that two values do not have in common. */
export interface FieldDifference {
  readonly path: string
  /** The keys by which it is judged whether its values may be shown. */
  readonly judged: readonly string[]
  readonly one: unknown
  readonly other: unknown
}

/** The paths at which two values differ. */
export function differentPaths(one: unknown, other: unknown): readonly string[] {
  return fieldDifferences(one, other).map(({ path }) => path)
}

/** The fields in which two values differ. */
export function fieldDifferences(
  one: unknown,
  other: unknown,
  at: Pick<FieldDifference, 'path' | 'judged'> = { path: '', judged: [] },
): readonly FieldDifference[] {
  if (Object.is(one, other) || (typeof one === 'bigint' && Number(one) === other)) return []
  const { path, judged } = at
  if (Array.isArray(one) && Array.isArray(other)) {
    const count = Math.max(one.length, other.length)
    return Array.from({ length: count }, (_, index) =>
      fieldDifferences(one[index], other[index], { path: `${path}[${index}]`, judged }),
    ).flat()
  }
  if (isFields(one) && isFields(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted()
    return keys.flatMap(key => {
      const below = { path: path === '' ? key : `${path}.${key}`, judged: judgedPath(one, key, judged) }
      return fieldDifferences(one[key], other[key], below)
    })
  }
  return [{ path, judged, one, other }]
}
