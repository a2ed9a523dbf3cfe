import type { Preset, PresetObject, Setting, When } from './preset.ts'

/** A preset in words, for a page or a screen. */
export interface PresetDescription {
  readonly proves: string
  readonly settings: readonly SettingDescription[]
  readonly objects: readonly ObjectDescription[]
}

/** What can be set. */
interface SettingDescription {
  readonly name: string
  readonly type: string
  /** As in YAML; empty if there is none. */
  readonly default: string
  readonly about: string
}

/** What is asked for. */
interface ObjectDescription {
  /** Kind, namespace and name, with the settings as variables. */
  readonly object: string
  readonly apiVersion: string
  /** When it counts as there: a word of health, or an expression. */
  readonly must: string
  /** What must be set for it to be asked for; empty if it always is. */
  readonly when: string
}

/** Says what a preset proves, what can be set and what it asks for. */
export function describePreset({ proves, asksReadyz, settings, objects }: Preset): PresetDescription {
  const readyz = { object: '/readyz', apiVersion: '', must: 'ok', when: '' }
  return {
    proves,
    settings: Object.entries(settings).map(([name, setting]) => ({
      name,
      type: typeOf(setting),
      default: defaultOf(setting),
      about: setting.about,
    })),
    objects: [...(asksReadyz ? [readyz] : []), ...objects.map(describeObject)],
  }
}

function typeOf(setting: Setting): string {
  switch (setting.type) {
    case 'names':
      return setting.oneOf ? `list of ${setting.oneOf.join(', ')}` : 'list of names'
    case 'choice':
      return setting.oneOf.join(' or ')
    case 'boolean':
      return 'true or false'
    case 'reference': {
      const isOnlyKind = setting.kinds.length === 1
      return isOnlyKind ? '{name, namespace}' : `{kind, name, namespace}, kind ${setting.kinds.join(', ')}`
    }
    default:
      return setting.isRequired ? `${setting.type}, required` : setting.type
  }
}

function defaultOf(setting: Setting): string {
  if (setting.type === 'reference') return ''
  const value = setting.default ?? ''
  return typeof value === 'object' ? `[${value.join(', ')}]` : String(value)
}

function describeObject(object: PresetObject): ObjectDescription {
  const { apiVersion, current } = object
  return {
    object: nameOf(object),
    apiVersion,
    must: `${howMany(object)}${current ?? 'Current'}`,
    when: [whenOf(object.when), object.forEach === undefined ? '' : `for each of ${object.forEach}`]
      .filter(words => words !== '')
      .join(', '),
  }
}

function nameOf(object: PresetObject): string {
  const { kind, namespace, name } = object
  if (name === undefined)
    return `${kind}${namespace === undefined ? '' : ` in ${namespace}`} with ${selectorOf(object)}`
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

function selectorOf({ selector = {} }: PresetObject): string {
  const { matchLabels = {}, matchExpressions = [] } = selector
  return [
    ...Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`),
    ...matchExpressions.map(({ key }) => key),
  ].join(',')
}

function howMany({ selector, count = 1, isEnough }: PresetObject): string {
  if (!selector) return ''
  return isEnough ? `at least ${count}: ` : `at least ${count}, and all: `
}

function whenOf(when: When | undefined): string {
  if (!when) return ''
  if ('isGiven' in when) return `${when.setting} is ${when.isGiven ? '' : 'not '}given`
  return `${when.setting}: ${when.is}`
}
