import { writeYaml } from './write-yaml.ts'
import type { YamlValue } from '../yaml-value.ts'

/** A JSON document as YAML. */
export function yamlDocument(json: string): string {
  const value: unknown = JSON.parse(json)
  return writeYaml(plain(value))
}

function plain(value: unknown): YamlValue {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]))
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return null
}
