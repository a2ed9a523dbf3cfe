import { isFields } from '../../object/fields.ts'
import type { FieldChange } from './field-changes.ts'

/** How much of a value is shown. */
const MOST_LETTERS = 48
const HIDDEN = '(hidden)'

/** What the name of a field says about its value. */
const SECRET_NAME =
  /passw(?:or)?d|passphrase|token|secret|credential|api[-_]?key|private[-_]?key|access[-_]?key|client[-_]?key|bearer/i
/** Fields that name something, and hold no value of their own. */
const IS_NAME = /(?:name|ref|namespace|kind|path|enabled)s?$/i

/** Whether SOPS has encrypted the value on one side or on both: encrypted again, a value may be the same or another. */
export function isEncryptedChange({ before, after }: FieldChange): boolean {
  return before !== undefined && after !== undefined && (isEncrypted(before) || isEncrypted(after))
}

function isEncrypted(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('ENC[')
}

/** Says what happens to a field, without the value of a secret. */
export function changeWords(change: FieldChange, kind: string): string {
  const { path, before, after } = change
  const shown = pathWords(path)
  if (isEncryptedChange(change)) return `${shown} is ${encryptionWords(change)}: content unknown`
  const isHidden = hidesValues(path, kind)
  if (before !== undefined && after !== undefined) {
    if (isHidden) return `${shown} changes`
    const tags = path.at(-1) === 'image' ? tagWords(before, after) : undefined
    if (tags !== undefined) return `${shown} ${tags}`
    const [was, is] = [valueWords(before, path), valueWords(after, path)]
    return was === is || was.includes('\n') ? `${shown} changes` : `${shown}: ${was} -> ${is}`
  }
  const [parent, field] = [pathWords(path.slice(0, -1)), path.at(-1)]
  const verb = before === undefined ? 'gains' : 'loses'
  const value = isHidden || before !== undefined ? '' : valueWords(after, path)
  const named = typeof field === 'number' ? `[${field}]` : String(field)
  const what = value === '' ? named : `${named}: ${value}`
  return parent === '' ? `${verb} ${what}` : `${parent} ${verb} ${what}`
}

function encryptionWords({ before, after }: FieldChange): string {
  if (isEncrypted(before) && isEncrypted(after)) return 're-encrypted'
  return isEncrypted(after) ? 'encrypted' : 'no longer encrypted'
}

// Of one image in two versions the versions are enough.
function tagWords(before: unknown, after: unknown): string | undefined {
  const [was, is] = [before, after].map(image => /^(.*?)([^/]+?):([^:/@]+)$/.exec(String(image)))
  if (!was || !is || was[1] !== is[1] || was[2] !== is[2]) return undefined
  return `${was[2]}: ${was[3]} -> ${is[3]}`
}

/** A path as people write it: `containers[manager].image`. */
function pathWords(path: readonly (string | number)[]): string {
  const [first, ...rest] = path
  const inSpec = first === 'spec' && rest.length > 0 ? rest : path
  // The pods of a workload.
  const isPod = inSpec[0] === 'template' && inSpec[1] === 'spec' && inSpec.length > 2
  const steps = isPod ? inSpec.slice(2) : inSpec
  let text = ''
  for (const [index, step] of steps.entries()) {
    const isItem = typeof step === 'number' || lists.has(String(steps[index - 1]))
    if (isItem) text += `[${step}]`
    else text += text === '' ? step : `.${/[./]/.test(step) ? `"${step}"` : step}`
  }
  return text
}

// Their items are distinguished by name.
const lists = new Set([
  'containers',
  'initContainers',
  'volumes',
  'env',
  'steps',
  'variables',
  'machineDeployments',
  'machinePools',
  'versions',
  'ports',
  'webhooks',
  'dependsOn',
])

function hidesValues(path: readonly (string | number)[], kind: string): boolean {
  const top = path[0]
  if (kind === 'Secret' || kind === 'EncryptedObjects') return top === 'data' || top === 'stringData'
  const names = path.filter(step => typeof step === 'string')
  const last = names.at(-1) ?? ''
  return names.some(name => SECRET_NAME.test(name)) && !IS_NAME.test(last)
}

function valueWords(value: unknown, path: readonly (string | number)[]): string {
  if (typeof value === 'string') return textWords(value)
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.length} items]`
  if (!isFields(value)) return String(value)
  const keys = Object.keys(value)
  const [key] = keys
  if (keys.length !== 1 || key === undefined) return keys.length === 0 ? '{}' : `{${cut(keys.join(', '))}}`
  return `{${key}: ${hidesValues([...path, key], '') ? HIDDEN : valueWords(value[key], [...path, key])}}`
}

function textWords(text: string): string {
  if (isEncrypted(text)) return HIDDEN
  const plain = text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@\s]*@/i, '$1')
  if (plain.includes('\n')) return `${plain.split('\n').length} lines`
  return plain === '' ? '""' : cut(plain)
}

function cut(text: string): string {
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS - 1)}…`
}
