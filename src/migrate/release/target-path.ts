import { targetPathViolation } from '../../domain/helm-values/values-from/validate-values-reference.ts'

/** A path of keys as `targetPath` of a HelmRelease, where a dot divides; undefined if it cannot be one. */
export function targetPathOf(path: readonly string[]): string | undefined {
  const text = path.map(key => key.replaceAll(/[\\.,=[\]]/g, String.raw`\$&`)).join('.')
  return targetPathViolation(text) === undefined ? text : undefined
}
