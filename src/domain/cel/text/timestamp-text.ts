import { CelTimestamp, SECOND, isTimestamp, unixSeconds } from '../value/cel-time.ts'
import { civilToSeconds, daysInMonth, secondsToCivil } from './civil-time.ts'

// As Go reads RFC 3339: the hour may have one digit, and a comma may begin the fraction.
const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/

/** Reads a timestamp; undefined when it is none, 'overflow' when it is outside of the years 1 to 9999. */
export function parseCelTimestamp(text: string): CelTimestamp | 'overflow' | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const offset = offsetOf(match)
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  if (!isDate || hour > 23 || minute > 59 || second > 59 || offset === undefined) return undefined

  const seconds = civilToSeconds({ year, month, day, hour, minute, second }) - offset
  const fraction = (match[7] ?? '').slice(0, 9).padEnd(9, '0')
  const nanoseconds = BigInt(seconds) * SECOND + BigInt(fraction)
  return isTimestamp(nanoseconds) ? new CelTimestamp(nanoseconds, offset) : 'overflow'
}

// Go lets 24 hours and 60 minutes pass: some people do write them.
function offsetOf(match: RegExpExecArray): number | undefined {
  const [sign, hours, minutes] = [match[8], Number(match[9]), Number(match[10])]
  if (sign === undefined) return 0
  if (hours > 24 || minutes > 60) return undefined
  return (sign === '-' ? -1 : 1) * (hours * 3600 + minutes * 60)
}

/** Writes a timestamp in the zone it was written in, with as many digits of the second as it needs. */
export function formatTimestamp({ nanoseconds, offsetSeconds }: CelTimestamp): string {
  const seconds = unixSeconds(nanoseconds)
  const time = secondsToCivil(Number(seconds) + offsetSeconds)
  const date = `${pad(time.year, 4)}-${pad(time.month, 2)}-${pad(time.day, 2)}`
  const clock = `${pad(time.hour, 2)}:${pad(time.minute, 2)}:${pad(time.second, 2)}`
  const digits = (nanoseconds - seconds * SECOND).toString().padStart(9, '0').replace(/0+$/, '')
  return `${date}T${clock}${digits === '' ? '' : `.${digits}`}${zone(offsetSeconds)}`
}

function zone(offsetSeconds: number): string {
  if (offsetSeconds === 0) return 'Z'
  const minutes = Math.trunc(Math.abs(offsetSeconds) / 60)
  return `${offsetSeconds < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60), 2)}:${pad(minutes % 60, 2)}`
}

function pad(value: number, digits: number): string {
  return value.toString().padStart(digits, '0')
}
