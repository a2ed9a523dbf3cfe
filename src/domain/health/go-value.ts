/** A value of JSON or YAML by the name of its kind in Go. */
export type GoKind = 'nil' | 'string' | 'bool' | 'int64' | 'float64' | 'slice' | 'map'

const MAX_DEPTH = 5
const MAX_ITEMS = 10
const MAX_TEXT = 200

/** Returns what Go would hold `value` for. Whole numbers are integers as far as 64 bits go. */
export function goKind(value: unknown): GoKind {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'number':
      return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63 ? 'int64' : 'float64'
    case 'bigint':
      return BigInt.asIntN(64, value) === value ? 'int64' : 'float64'
    case 'object':
      if (value === null) return 'nil'
      return Array.isArray(value) ? 'slice' : 'map'
    default:
      return 'nil'
  }
}

/** The name of the type of `value`, as Go prints it with `%T`. */
export function goType(value: unknown): string {
  const kind = goKind(value)
  if (kind === 'nil') return '<nil>'
  if (kind === 'map') return 'map[string]interface {}'
  return kind === 'slice' ? '[]interface {}' : kind
}

/** Prints `value` as Go does with `%v`, but no deeper and no longer than a message should be. */
export function goValue(value: unknown, depth = 0): string {
  const kind = goKind(value)
  if (kind === 'nil') return '<nil>'
  if (kind === 'float64') return goFloat(Number(value))
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth === MAX_DEPTH) return '…'
  const items = Array.isArray(value)
    ? value.slice(0, MAX_ITEMS).map(item => goValue(item, depth + 1))
    : Object.entries(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, MAX_ITEMS)
        .map(([key, item]) => `${key}:${goValue(item, depth + 1)}`)
  return `${kind === 'map' ? 'map' : ''}[${items.join(' ')}]`
}

// Go changes to exponents earlier than JavaScript, and gives them two digits.
function goFloat(value: number): string {
  const size = Math.abs(value)
  const isPlain = value === 0 || (size >= 1e-4 && size < 1e21)
  return isPlain ? String(value) : value.toExponential().replace(/([+-])(\d)$/, '$10$2')
}
