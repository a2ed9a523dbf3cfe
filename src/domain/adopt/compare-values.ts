import type { HelmValues } from '../helm-values/copy-values.ts'
import { isHiddenValue, judgedPath } from '../helm-values/secret-texts.ts'
import { mergeValuesFrom } from '../helm-values/values-from/merge-values-from.ts'
import { ValuesFromError } from '../helm-values/values-from/values-from-error.ts'
import { type Fields, isFields } from '../object/fields.ts'
import { isEqual } from '../object/is-equal.ts'
import type { ValueDifference } from './adoption.ts'
import type { ValuesSource } from './running-cluster.ts'
import type { PlannedRelease } from './planned-release.ts'

/** The values of a release as Flux will make them. */
export interface PlannedValues {
  readonly values: HelmValues
  /** Paths whose values come from a Secret: by dots, as they were merged. */
  readonly fromSecrets: HelmValues
  /** References that could not be followed, and why. */
  readonly notCompared: readonly string[]
}

/** Finds the values of a release. What a reference leads to may not be known; the others still count. */
export function plannedValues(
  { values, valuesFrom, object }: PlannedRelease,
  sources: ReadonlyMap<string, ValuesSource>,
): PlannedValues {
  const notCompared: string[] = []
  const known = valuesFrom.filter(reference => {
    const title = `${reference.kind} ${object.namespace}/${reference.name}`
    const source = sources.get(title)
    if (source?.kind === 'known') return true
    const at = reference.targetPath === undefined ? '' : `${reference.targetPath}: `
    notCompared.push(`${at}${title} ${source?.because ?? 'was not read'}`)
    return false
  })
  const find = (kind: string, name: string) => {
    const source = sources.get(`${kind} ${object.namespace}/${name}`)
    return source?.kind === 'known' ? source.data : undefined
  }
  const secrets = known.filter(({ kind }) => kind === 'Secret')
  try {
    const merged = mergeValuesFrom({ values, valuesFrom: known, namespace: object.namespace, find })
    const fromSecrets = mergeValuesFrom({ valuesFrom: secrets, namespace: object.namespace, find })
    return { values: merged.values, fromSecrets: fromSecrets.values, notCompared }
  } catch (error) {
    if (!(error instanceof ValuesFromError)) throw error
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was read from YAML is what values can be
    return { values: values as HelmValues, fromSecrets: {}, notCompared: [...notCompared, error.message] }
  }
}

/** A value that differs, with its path key by key. */
export interface RawDifference {
  readonly path: readonly string[]
  readonly found: unknown
  readonly planned: unknown
}

/** The values that differ. A list is one value, because Helm replaces lists whole. */
export function rawDifferences(
  found: Fields,
  planned: Fields,
  path: readonly string[] = [],
): readonly RawDifference[] {
  const keys = [...new Set([...Object.keys(found), ...Object.keys(planned)])].toSorted()
  return keys.flatMap(key => {
    const [was, is] = [found[key], planned[key]]
    const at = [...path, key]
    if (isFields(was) && isFields(is)) return rawDifferences(was, is, at)
    return isSameValue(was, is) ? [] : [{ path: at, found: was, planned: is }]
  })
}

// An empty map gives a chart nothing.
function isSameValue(one: unknown, other: unknown): boolean {
  return isEqual(plain(one), plain(other))
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (!isFields(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, plain(item)] as const)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** A difference as it may be shown: what sounds like a secret, or came from one, has its path alone. */
export function shownDifference(
  { path, found, planned }: RawDifference,
  fromSecrets: Fields = {},
): ValueDifference {
  const shown = path.map(key => key.replaceAll('.', '\\.')).join('.')
  const isFromSecret = valueAt(fromSecrets, path) !== undefined
  if (isFromSecret)
    return { path: shown, found: undefined, planned: undefined, hidden: 'it comes from a Secret' }
  if ([found, planned].some(value => hasHiddenValue(value, path)))
    return { path: shown, found: undefined, planned: undefined, hidden: 'it may be a secret' }
  return { path: shown, found: textOf(found), planned: textOf(planned) }
}

/** Whether a value, or one inside of it, is not to be shown. */
export function hasHiddenValue(value: unknown, path: readonly string[]): boolean {
  if (Array.isArray(value))
    return value.some((item: unknown, index) => hasHiddenValue(item, [...path, String(index)]))
  if (isFields(value))
    return Object.entries(value).some(([key, item]) => hasHiddenValue(item, judgedPath(value, key, path)))
  return isHiddenValue(value, path)
}

function valueAt(values: Fields, path: readonly string[]): unknown {
  let value: unknown = values
  for (const key of path) value = isFields(value) ? value[key] : undefined
  return value
}

const MAX_SHOWN = 80

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = JSON.stringify(plainJson(value))
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

function plainJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(plainJson)
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainJson(item)]))
}
