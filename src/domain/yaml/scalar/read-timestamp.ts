const TIMESTAMP =
  /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[Tt]([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?(?:Z|[-+]([0-9]{2}):([0-9]{2}))| +([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?)?$/

/** Whether YAML 1.1 readers take a word for a date or a time. In Kubernetes it stays a string. */
export function readsAsTimestamp(word: string): boolean {
  const match = TIMESTAMP.exec(word)
  if (!match) return false
  const [year = 0, month = 0, day = 0, ...time] = match.slice(1).map(digits => Number(digits ?? 0))
  const [hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0, ...plain] = time
  const [plainHour = 0, plainMinute = 0, plainSecond = 0] = plain
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false
  const isTime = hour < 24 && minute < 60 && second < 60 && zoneHour <= 24 && zoneMinute <= 60
  return isTime && plainHour < 24 && plainMinute < 60 && plainSecond < 60
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
