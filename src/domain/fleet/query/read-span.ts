import { DurationError } from '../../quantity/duration-error.ts'
import { parseDuration } from '../../quantity/parse-duration.ts'

const DAY_MS = 86_400_000

/** Reads a time as Fitout writes it, days included (`6d4h`, `3h05m`); undefined if it is none, or negative. */
export function readSpan(text: string): number | undefined {
  const [, days, rest = ''] = /^(?:(\d{1,6})d)?(.*)$/.exec(text) ?? []
  if (days !== undefined && rest === '') return Number(days) * DAY_MS
  try {
    const milliseconds = Number(parseDuration(rest) / 1_000_000n)
    return milliseconds < 0 ? undefined : Number(days ?? 0) * DAY_MS + milliseconds
  } catch (error) {
    if (error instanceof DurationError) return undefined
    throw error
  }
}
