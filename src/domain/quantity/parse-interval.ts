import { quoteAsGo } from '../text/quote-as-go.ts'
import { positionAt } from '../yaml/position.ts'
import { DurationError } from './duration-error.ts'
import { checkDurationLength, parseDuration } from './parse-duration.ts'

/** What the CRDs of Flux demand of every `interval` and `timeout`. */
const pattern = String.raw`^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`

/**
 * Reads an `interval` or `timeout` of a Flux object and returns its nanoseconds, or throws a DurationError.
 *
 * Flux takes less than Go: no sign, no microseconds, no bare 0, no point without digits around it.
 */
export function parseInterval(text: string): bigint {
  checkDurationLength(text)
  if (!new RegExp(pattern).test(text)) {
    throw new DurationError(
      'NOT_AN_INTERVAL',
      `Invalid value: ${quoteAsGo(text)}: should match '${pattern}'`,
      positionAt(text, 0),
    )
  }
  return parseDuration(text)
}
