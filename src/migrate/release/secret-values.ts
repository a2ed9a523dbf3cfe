import type { HelmValue, HelmValues } from '../../domain/helm-values/copy-values.ts'
import { holdsPrivateKey, isSecretText } from '../../domain/helm-values/secret-texts.ts'
import { hasMark } from '../evaluate/holes.ts'

/** Where values have what looks like a secret, by the names of keys. */
export function secretPaths(values: HelmValues): readonly (readonly string[])[] {
  return pathsIn(values, [])
}

function pathsIn(value: HelmValue, path: readonly string[]): readonly (readonly string[])[] {
  if (typeof value === 'string') {
    // What only Terraform knows does not go to Git.
    const isSecret = holdsPrivateKey(value) || (!hasMark(value) && isSecretText(value, path))
    return isSecret ? [path] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]))
}
