import { type FluxManifest, isMapping } from '../envsubst/flux/manifest.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'

/** The value at a path of keys; undefined if there is none. */
export function manifestValueAt(whole: FluxManifest, path: readonly string[]): YamlValue | undefined {
  let value: YamlValue | undefined = whole
  for (const key of path) value = value !== undefined && isMapping(value) ? value[key] : undefined
  return value
}

/** The mapping at a path of keys; an empty one if there is none. */
export function mappingAt(whole: FluxManifest, path: readonly string[]): FluxManifest {
  const value = manifestValueAt(whole, path)
  return value !== undefined && isMapping(value) ? value : {}
}

/** A copy with another value at a path of keys. */
export function withValueAt(
  whole: FluxManifest,
  [key, next, ...others]: readonly [string, ...string[]],
  value: YamlValue,
): FluxManifest {
  const inner = next === undefined ? value : withValueAt(mappingAt(whole, [key]), [next, ...others], value)
  return { ...whole, [key]: inner }
}

/** A copy without some keys. */
export function withoutKeys(whole: FluxManifest, keys: readonly string[]): FluxManifest {
  return Object.fromEntries(Object.entries(whole).filter(([key]) => !keys.includes(key)))
}
