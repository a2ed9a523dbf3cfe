import { civilToSeconds } from './civil-time.ts'

/** The offset from UTC in seconds at a moment, or the words of Go for a zone that does not exist. */
export type ZoneOffset =
  | { readonly ok: true; readonly seconds: number }
  | { readonly ok: false; readonly reason: string }

/** Finds the offset of a zone: a name (`Europe/Berlin`) or hours and minutes (`-05:30`). */
export function zoneOffset(zone: string, unixSeconds: number): ZoneOffset {
  const colon = zone.indexOf(':')
  return colon < 0 ? namedOffset(zone, unixSeconds) : numericOffset(zone, colon)
}

function numericOffset(zone: string, colon: number): ZoneOffset {
  const hours = zone.slice(0, colon)
  const minutes = zone.slice(colon + 1)
  const wrong = [hours, minutes].find(part => !/^[+-]?[0-9]{1,6}$/.test(part))
  if (wrong !== undefined) return { ok: false, reason: `strconv.Atoi: parsing "${wrong}": invalid syntax` }
  const direction = zone.startsWith('-') ? -1 : 1
  return { ok: true, seconds: Number(hours) * 3600 + direction * Number(minutes) * 60 }
}

function namedOffset(zone: string, unixSeconds: number): ZoneOffset {
  // The controllers run in UTC.
  if (zone === '' || zone === 'UTC' || zone === 'Local') return { ok: true, seconds: 0 }
  if (zone.includes('..') || /^[/\\]/.test(zone)) return { ok: false, reason: 'time: invalid location name' }
  const format = formatFor(zone)
  if (!format) return { ok: false, reason: `unknown time zone ${zone}` }
  return { ok: true, seconds: wallClock(format, unixSeconds) - unixSeconds }
}

// Names only: JavaScript also takes offsets such as +0100 here, and names in any case.
function formatFor(zone: string): Intl.DateTimeFormat | undefined {
  const isName = zone.split('/').every(part => /^[A-Z]/.test(part))
  if (!isName) return undefined
  const known = formats.get(zone)
  if (known) return known
  const format = newFormat(zone)
  const resolved = format?.resolvedOptions().timeZone ?? zone
  if (resolved !== zone && resolved.toLowerCase() === zone.toLowerCase()) return undefined
  if (format && formats.size < MAX_FORMATS) formats.set(zone, format)
  return format
}

// Making one takes a hundred times as long as using it.
const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 50

function newFormat(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return undefined
  }
}

function wallClock(format: Intl.DateTimeFormat, unixSeconds: number): number {
  const parts = new Map(format.formatToParts(unixSeconds * 1000).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type))
  return civilToSeconds({
    // The year before the year 1 is 1 BC there and 0 here.
    year: parts.get('era') === 'BC' ? 1 - part('year') : part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  })
}
