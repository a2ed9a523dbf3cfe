import {
  duration,
  overloaded,
  string,
  timestamp,
  type FunctionBinding,
  type Overload,
} from '../plan/binding.ts'
import type { Meter } from '../plan/meter.ts'
import { dayOfWeek, dayOfYear, secondsToCivil, type CivilTime } from '../text/civil-time.ts'
import { zoneOffset } from '../text/time-zone.ts'
import { CelDuration, CelTimestamp, SECOND, unixSeconds } from '../value/cel-time.ts'
import { Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import { durationSeconds } from '../text/duration-text.ts'

/** Looking a time zone up takes as long as this many other steps. */
const ZONE_COST = 150

interface Moment {
  readonly civil: CivilTime
  /** Since 1970 on the clock of the zone. */
  readonly seconds: number
  readonly nanoseconds: bigint
}

/** The parts of timestamps and durations. */
export const times: readonly (readonly [string, FunctionBinding])[] = [
  overloaded(
    'getFullYear',
    ofTimestamp(({ civil }) => civil.year),
  ),
  overloaded(
    'getMonth',
    ofTimestamp(({ civil }) => civil.month - 1),
  ),
  overloaded(
    'getDayOfYear',
    ofTimestamp(({ civil }) => dayOfYear(civil)),
  ),
  overloaded(
    'getDayOfMonth',
    ofTimestamp(({ civil }) => civil.day - 1),
  ),
  overloaded(
    'getDate',
    ofTimestamp(({ civil }) => civil.day),
  ),
  overloaded(
    'getDayOfWeek',
    ofTimestamp(({ seconds }) => dayOfWeek(seconds)),
  ),
  overloaded('getHours', [...ofTimestamp(({ civil }) => civil.hour), ofDuration(hours)]),
  overloaded('getMinutes', [...ofTimestamp(({ civil }) => civil.minute), ofDuration(minutes)]),
  overloaded('getSeconds', [...ofTimestamp(({ civil }) => civil.second), ofDuration(durationSeconds)]),
  overloaded('getMilliseconds', [...ofTimestamp(milliseconds), ofDuration(inMilliseconds)]),
]

function ofTimestamp(part: (moment: Moment) => number): readonly Overload[] {
  return [
    { args: [timestamp], apply: ([time = null], meter) => partOf(time, { zone: 'UTC', part, meter }) },
    { args: [timestamp, string], apply: ([time = null, zone], meter) => partOf(time, { zone, part, meter }) },
  ]
}

interface TimePart {
  readonly zone: CelValue | undefined
  readonly part: (moment: Moment) => number
  readonly meter: Meter
}

function partOf(time: CelValue, { zone, part, meter }: TimePart): CelOutcome {
  if (!(time instanceof CelTimestamp) || typeof zone !== 'string') return new Fault(NO_SUCH_OVERLOAD)
  if (zone !== 'UTC') meter.charge(ZONE_COST)
  const unix = Number(unixSeconds(time.nanoseconds))
  const offset = zoneOffset(zone, unix)
  if (!offset.ok) return new Fault(offset.reason)
  const seconds = unix + offset.seconds
  return BigInt(part({ civil: secondsToCivil(seconds), seconds, nanoseconds: time.nanoseconds }))
}

function milliseconds({ nanoseconds }: Moment): number {
  return Number((nanoseconds - unixSeconds(nanoseconds) * SECOND) / 1_000_000n)
}

function ofDuration(measure: (value: CelDuration) => number): Overload {
  return {
    args: [duration],
    apply: ([value]) =>
      value instanceof CelDuration ? BigInt(Math.trunc(measure(value))) : new Fault(NO_SUCH_OVERLOAD),
  }
}

function hours({ nanoseconds }: CelDuration): number {
  return inUnits(nanoseconds, 3600n * SECOND)
}

function minutes({ nanoseconds }: CelDuration): number {
  return inUnits(nanoseconds, 60n * SECOND)
}

function inMilliseconds({ nanoseconds }: CelDuration): number {
  return Number(nanoseconds / 1_000_000n)
}

// Whole units and the rest apart, each as a double: a rest just below one unit may round up, as it does in Go.
function inUnits(nanoseconds: bigint, unit: bigint): number {
  return Number(nanoseconds / unit) + Number(nanoseconds % unit) / Number(unit)
}
