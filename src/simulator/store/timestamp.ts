import { secondsToCivil } from '../../domain/cel/text/civil-time.ts'

/** A time as the API writes it, to the second: `2026-01-01T00:00:00Z`. */
export function timestampOf(milliseconds: number): string {
  const { year, month, day, hour, minute, second } = secondsToCivil(Math.floor(milliseconds / 1000))
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}Z`
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, '0')
}
