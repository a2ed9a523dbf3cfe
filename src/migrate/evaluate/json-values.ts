import { isFields } from '../../domain/object/fields.ts'
import type { Value } from './value.ts'

/** What was read from JSON or YAML, as a value of Terraform; undefined for what it has no value for. */
export function valueOfJson(json: unknown): Value | undefined {
  if (json === null || typeof json === 'string' || typeof json === 'boolean') return json
  if (typeof json === 'number') return Number.isFinite(json) ? json : undefined
  if (Array.isArray(json)) {
    const items = json.map(valueOfJson)
    return items.includes(undefined) ? undefined : items.map(item => item ?? null)
  }
  if (!isFields(json)) return undefined
  const entries = Object.entries(json).map(([key, item]) => [key, valueOfJson(item)] as const)
  if (entries.some(([, item]) => item === undefined)) return undefined
  return new Map(entries.map(([key, item]) => [key, item ?? null]))
}
