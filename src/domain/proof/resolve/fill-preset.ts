import { expand, lookupIn } from '../../envsubst/expand.ts'
import type { Preset, PresetObject, ProvenObject, When } from '../presets/preset.ts'
import type { Settings } from './read-settings.ts'

/** An object of a preset with its settings filled in. */
export interface FilledObject {
  readonly object: ProvenObject
  readonly isEnough: boolean
}

/** The objects that a preset asks for with these settings. */
export function fillPreset({ objects }: Preset, settings: Settings): readonly FilledObject[] {
  const variables = variablesOf(settings)
  return objects
    .filter(({ when }) => when === undefined || isSo(when, settings))
    .flatMap(object =>
      itemsOf(object, settings).map(item => fillObject(object, new Map([...variables, ['item', item]]))),
    )
}

function isSo(when: When, settings: Settings): boolean {
  const value = settings.get(when.setting)
  if ('isGiven' in when) return (value !== undefined) === when.isGiven
  return Array.isArray(value) ? value.includes(when.is) : value === when.is
}

function itemsOf({ forEach }: PresetObject, settings: Settings): readonly string[] {
  if (forEach === undefined) return ['']
  const value = settings.get(forEach)
  return Array.isArray(value) ? value.map(String) : []
}

function variablesOf(settings: Settings): ReadonlyMap<string, string> {
  return new Map(
    [...settings].flatMap(([name, value]): readonly [string, string][] => {
      if (typeof value === 'string') return [[name, value]]
      if (typeof value !== 'object' || !('kind' in value)) return []
      return Object.entries(value).map(([field, text]) => [`${name}_${field}`, String(text)])
    }),
  )
}

function fillObject(
  { when: _when, forEach: _forEach, isEnough, ...object }: PresetObject,
  variables: ReadonlyMap<string, string>,
): FilledObject {
  const fill = (text: string) => filled(text, variables)
  return {
    object: {
      ...object,
      cluster: 'Workload',
      kind: fill(object.kind),
      ...(object.name === undefined ? {} : { name: fill(object.name) }),
      ...(object.namespace === undefined ? {} : { namespace: fill(object.namespace) }),
    },
    isEnough: isEnough ?? false,
  }
}

// Presets are ours: each variable in them is a setting, which a test checks.
function filled(text: string, variables: ReadonlyMap<string, string>): string {
  if (!text.includes('$')) return text
  const expansion = expand(text, lookupIn(variables), 'lenient')
  return expansion.ok ? expansion.text : text
}
