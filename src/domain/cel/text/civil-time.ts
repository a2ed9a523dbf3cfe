const SECONDS_PER_DAY = 86_400

/** A date and a time of day on the calendar that goes back and forth without a break. */
export interface CivilTime {
  readonly year: number
  /** From 1. */
  readonly month: number
  /** From 1. */
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** The seconds from 1970-01-01T00:00:00 to a date and time, both in the same zone. */
export function civilToSeconds({ year, month, day, hour, minute, second }: CivilTime): number {
  return daysFrom1970(year, month, day) * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second
}

/** The date and time a number of seconds after 1970-01-01T00:00:00. */
export function secondsToCivil(seconds: number): CivilTime {
  const days = Math.floor(seconds / SECONDS_PER_DAY)
  const rest = seconds - days * SECONDS_PER_DAY
  return {
    ...dateOf(days),
    hour: Math.floor(rest / 3600),
    minute: Math.floor(rest / 60) % 60,
    second: rest % 60,
  }
}

/** The number of days in a month. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The day of the week a number of seconds after 1970-01-01T00:00:00, from 0 for Sunday. */
export function dayOfWeek(seconds: number): number {
  const days = Math.floor(seconds / SECONDS_PER_DAY) + 4
  return ((days % 7) + 7) % 7
}

/** The day of the year, from 0. */
export function dayOfYear({ year, month, day }: CivilTime): number {
  return daysFrom1970(year, month, day) - daysFrom1970(year, 1, 1)
}

// Years are counted from March, so that the day a leap year adds is the last one. An era is 400 years.
function daysFrom1970(year: number, month: number, day: number): number {
  const fromMarch = month > 2 ? year : year - 1
  const era = Math.floor(fromMarch / 400)
  const yearOfEra = fromMarch - era * 400
  const dayOfMarchYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfMarchYear
  return era * 146_097 + dayOfEra - 719_468
}

function dateOf(days: number): Pick<CivilTime, 'year' | 'month' | 'day'> {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365)
  const firstDay = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  const monthFromMarch = Math.floor((5 * (dayOfEra - firstDay) + 2) / 153)
  const day = dayOfEra - firstDay - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}
