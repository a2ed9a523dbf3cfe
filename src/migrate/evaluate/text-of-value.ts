import type { Value } from './value.ts'

/** A number as Terraform writes it. */
export function numberText(value: number): string {
  return Object.is(value, -0) ? '0' : String(value)
}

/** A value as text, where Terraform converts it; undefined where it does not. */
export function textOfValue(value: Value): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return numberText(value)
  return undefined
}
