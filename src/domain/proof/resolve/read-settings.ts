import { isFields } from '../../object/fields.ts'
import type { Preset, Setting } from '../presets/preset.ts'
import type { FilledName } from './fill-name.ts'
import { type Given, readChoice, unknownName } from './read-choice.ts'
import { type Reference, readReference, readText } from './read-reference.ts'

/** What a setting came to; undefined if it was not given and has no default. */
type SettingValue = string | boolean | readonly string[] | Reference | undefined

/** The settings of a preset by name, defaults filled in. */
export type Settings = ReadonlyMap<string, SettingValue>

interface Reader extends FilledName {
  /** Those that were read before: a reference takes its namespace from one of them. */
  readonly settings: Settings
}

const MAX_ITEMS = 32

/** Reads `with` as the settings of a preset. What is wrong with it is reported, and then the settings are of no use. */
export function readSettings(preset: Preset, { value, path }: Given, filling: FilledName): Settings {
  const fields = isFields(value) ? value : {}
  const names = Object.keys(preset.settings)
  for (const key of Object.keys(fields).toSorted()) {
    if (!names.includes(key)) filling.report('UNKNOWN_SETTING', [...path, key], unknownName(key, names))
  }
  const settings = new Map<string, SettingValue>()
  for (const [name, setting] of Object.entries(preset.settings)) {
    const given = Object.hasOwn(fields, name) ? fields[name] : undefined
    const reader = { ...filling, settings }
    settings.set(name, readSetting(setting, { value: given, path: [...path, name] }, reader))
  }
  return settings
}

function readSetting(setting: Setting, { value, path }: Given, reader: Reader): SettingValue {
  switch (setting.type) {
    case 'name':
    case 'namespace': {
      const text = value ?? setting.default
      return text === undefined && !setting.isRequired
        ? undefined
        : readText(setting.type, { value: text, path }, reader)
    }
    case 'names':
      return readNames(setting, { value: value ?? setting.default, path }, reader)
    case 'choice':
      return readChoice(setting.oneOf, { value: value ?? setting.default, path }, reader.report)
    case 'boolean':
      if (value === undefined || typeof value === 'boolean') return value ?? setting.default
      reader.report('WRONG_TYPE', path, 'must be true or false')
      return undefined
    default: {
      if (value === undefined) return undefined
      const namespace = reader.settings.get(setting.namespace)
      return readReference(setting, { value, path, namespace }, reader)
    }
  }
}

function readNames(
  { default: fallback, oneOf }: Extract<Setting, { readonly type: 'names' }>,
  { value, path }: Given,
  reader: Reader,
): readonly string[] | undefined {
  if (!Array.isArray(value)) {
    reader.report('WRONG_TYPE', path, 'must be a list of names')
    return undefined
  }
  // Who empties a list that has a default would be told that nothing is well.
  const least = fallback.length === 0 ? 0 : 1
  if (value.length < least || value.length > MAX_ITEMS) {
    const bound = value.length < least ? 'at least 1 item' : `at most ${MAX_ITEMS} items`
    reader.report('OUT_OF_BOUNDS', path, `must have ${bound}`)
    return undefined
  }
  const names = value.map((item: unknown, index) => {
    const given = { value: item, path: [...path, index] }
    return oneOf ? readChoice(oneOf, given, reader.report) : readText('name', given, reader)
  })
  return [...new Set(names.filter(name => name !== undefined))]
}
