import { isFields } from '../../object/fields.ts'
import type { ReferenceSetting } from '../presets/preset.ts'
import { type FilledName, fillName } from './fill-name.ts'
import { type Given, readChoice, unknownName } from './read-choice.ts'

/** One object that a setting names. */
export interface Reference {
  readonly kind: string
  readonly name: string
  readonly namespace: string
}

const FIELDS: readonly string[] = ['kind', 'name', 'namespace']

/** Reads `{kind, name, namespace}`; `namespace` is the one to use if it has none. */
export function readReference(
  { kinds }: ReferenceSetting,
  { value, path, namespace: fallback }: Given & { readonly namespace: unknown },
  filling: FilledName,
): Reference | undefined {
  const { report } = filling
  if (!isFields(value)) {
    report('WRONG_TYPE', path, `must be an object with ${kinds.length > 1 ? 'kind and name' : 'a name'}`)
    return undefined
  }
  for (const key of Object.keys(value).toSorted()) {
    if (!FIELDS.includes(key)) report('UNKNOWN_SETTING', [...path, key], unknownName(key, FIELDS))
  }
  const onlyKind = kinds.length === 1 ? kinds[0] : undefined
  const kind = readChoice(kinds, { value: value['kind'] ?? onlyKind, path: [...path, 'kind'] }, report)
  const name = readText('name', { value: value['name'], path: [...path, 'name'] }, filling)
  const given = { value: value['namespace'] ?? fallback, path: [...path, 'namespace'] }
  const namespace = readText('namespace', given, filling)
  if (kind === undefined || name === undefined || namespace === undefined) return undefined
  return { kind, name, namespace }
}

/** Reads a name that must be there. */
export function readText(
  use: 'name' | 'namespace',
  { value, path }: Given,
  filling: FilledName,
): string | undefined {
  if (typeof value === 'string') return fillName({ text: value, path, use }, filling)
  if (value === undefined) filling.report('SETTING_REQUIRED', path, 'is required')
  else filling.report('WRONG_TYPE', path, 'must be a string')
  return undefined
}
