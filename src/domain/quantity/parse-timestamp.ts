const rfc3339 =
  /^(\d{4})-(\d\d)-(\d\d)T(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d{1,9})\d*)?(?:Z|([+-])(\d\d):(\d\d))$/

/** The time of a thing that has none: before every other. */
const NEVER = -(10n ** 30n)

/**
 * Reads a time of Kubernetes and returns its nanoseconds since 1970.
 *
 * What is absent or unreadable was before all else, because that is what Go makes of it.
 */
export function parseTimestamp(text: string | undefined): bigint {
  const match = rfc3339.exec(text ?? '')
  if (!match) return NEVER
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction = '',
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = match
  const fields = [year, month, day, hour, minute, second].map(Number)
  const local = utc(fields)
  if (local === undefined || Number(offsetHour) > 24 || Number(offsetMinute) > 60) return NEVER
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -60_000 : 60_000)
  return BigInt(local - offset) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}

// JavaScript takes the 31st of February for a day in March, and the year 26 for 1926. Go does not.
function utc(fields: readonly number[]): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!isDay || hour > 23 || minute > 59 || second > 59) return undefined
  return date.setUTCHours(hour, minute, second, 0)
}
