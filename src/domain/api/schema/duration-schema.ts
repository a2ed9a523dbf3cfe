import * as z from 'zod'
import { field } from './field.ts'

/** The shortest and the longest that a duration may be, as people write them. */
export interface DurationBounds {
  readonly min: string
  readonly max: string
}

/** What each duration of a Fitout may be; the rules of the domain and of the API server are both made of this. */
export const durationBounds = {
  timeout: { min: '1s', max: '24h' },
  stableFor: { min: '0s', max: '1h' },
} as const satisfies Record<string, DurationBounds>

const MAX_DURATION_LENGTH = 20

/** A duration as Go writes it, in hours, minutes, seconds and milliseconds. */
export function durationSchema(name: keyof typeof durationBounds, description: string) {
  const { min, max } = durationBounds[name]
  return field(z.string().min(1).max(MAX_DURATION_LENGTH), {
    description,
    rules: [
      {
        rule: `self.matches('^([0-9]{1,6}([.][0-9]{1,6})?(h|m|s|ms))+$') && duration(self) >= duration('${min}') && duration(self) <= duration('${max}')`,
        message: `must be a duration such as 90s, 15m or 1h30m, from ${min} to ${max}`,
      },
    ],
  })
}
