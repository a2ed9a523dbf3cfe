/** Writes a number so that all readers of YAML take it for one, with all its digits. */
export function writeNumber(value: number | bigint): string {
  if (Object.is(value, -0)) return '-0.0'
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value)
  if (Number.isNaN(value)) return '.nan'
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf'
  const text = String(value)
  // YAML 1.1 readers know no float without a dot.
  if (text.includes('.')) return text
  return text.includes('e') ? text.replace('e', '.0e') : `${text}.0`
}
