import type { HelmValue, HelmValues } from '../../domain/helm-values/copy-values.ts'
import { hasMark } from '../evaluate/holes.ts'

const lastWords: ReadonlySet<string> = new Set(['password', 'passwd', 'passphrase', 'token', 'credentials'])
const lastTwo: ReadonlySet<string> = new Set([
  'privatekey',
  'accesskey',
  'secretkey',
  'apikey',
  'clientsecret',
  'signingkey',
  'encryptionkey',
])
const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/
const DUMMY = /^(?:x+|\*+|\.+|changeme|change-me|example|dummy|placeholder|none|null|true|false)$/i

/** Where values have what looks like a secret, by the names of keys. */
export function secretPaths(values: HelmValues): readonly (readonly string[])[] {
  return pathsIn(values, [])
}

function pathsIn(value: HelmValue, path: readonly string[]): readonly (readonly string[])[] {
  if (typeof value === 'string') return isSecret(value, path) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]))
}

function isSecret(text: string, path: readonly string[]): boolean {
  if (PRIVATE_KEY.test(text)) return true
  // What only Terraform knows does not go to Git.
  if (hasMark(text) || text === '' || DUMMY.test(text)) return false
  const key = path.findLast(step => !/^\d+$/.test(step)) ?? ''
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  const [last = '', before = ''] = words.toReversed()
  return key.toLowerCase() === 'secret' || lastWords.has(last) || lastTwo.has(before + last)
}
