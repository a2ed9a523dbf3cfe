import { isFields, type Fields } from '../object/fields.ts'
import { type InstallValues, defaultValues, installValuesSchema } from './install-values.ts'

/** Values, or what is wrong with them: the path of each field and what it must be. */
export type InstallValuesReading =
  | { readonly kind: 'valid'; readonly values: InstallValues }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }

/** Reads values as Helm does: maps are merged with the defaults and with each other, the last one wins, null is the default again. */
export function readInstallValues(given: readonly unknown[]): InstallValuesReading {
  const wrong = given.find(values => values !== null && !isFields(values))
  if (wrong !== undefined) return { kind: 'invalid', problems: ['values must be a map'] }
  const start: unknown = { ...defaultValues }
  const reading = installValuesSchema.safeParse(given.reduce(merged, start))
  if (reading.success) return { kind: 'valid', values: reading.data }
  const problems = reading.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'values'}: ${message}`,
  )
  return { kind: 'invalid', problems }
}

function merged(base: unknown, over: unknown): unknown {
  if (!isFields(base) || !isFields(over)) return over === null ? base : over
  const entries = Object.entries(over).map(([key, value]) => [key, mergedAt(base, key, value)] as const)
  return { ...base, ...Object.fromEntries(entries) }
}

function mergedAt(base: Fields, key: string, value: unknown): unknown {
  return Object.hasOwn(base, key) ? merged(base[key], value) : value
}
