import type { HelmValue, HelmValues } from '../../domain/helm-values/copy-values.ts'
import { holdsPrivateKey, isSecretText, judgedPath } from '../../domain/helm-values/secret-texts.ts'
import { isFields } from '../../domain/object/fields.ts'
import { hasMark } from '../evaluate/holes.ts'

/** Where values have what looks like a secret, by keys, names and forms. */
export function secretPaths(values: HelmValues): readonly (readonly string[])[] {
  return pathsIn(values, { path: [], judged: [] })
}

interface At {
  readonly path: readonly string[]
  /** The path with the names that items give to their values. */
  readonly judged: readonly string[]
}

function pathsIn(value: HelmValue, { path, judged }: At): readonly (readonly string[])[] {
  if (typeof value === 'string') {
    // What only Terraform knows does not go to Git.
    const isSecret = holdsPrivateKey(value) || (!hasMark(value) && isSecretText(value, judged))
    return isSecret ? [path] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]: [string, HelmValue]) =>
    pathsIn(item, {
      path: [...path, key],
      judged: isFields(value) ? judgedPath(value, key, judged) : [...judged, key],
    }),
  )
}
