import type { YamlValue } from '../../yaml/yaml-value.ts'

/** A manifest after `kustomize build`, or a part of one. */
export type FluxManifest = Readonly<Record<string, YamlValue>>

/** Whether a value has keys. */
export function isMapping(value: YamlValue): value is FluxManifest {
  return typeof value === 'object' && value !== null && !isList(value)
}

/** Whether a value has items. */
export function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value)
}
