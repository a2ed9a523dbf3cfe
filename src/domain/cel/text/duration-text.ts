import { SECOND, type CelDuration } from '../value/cel-time.ts'
import { formatPlain } from './format-double.ts'

/** Writes a duration in seconds: `5400s`, `1.5s`. */
export function durationText(value: CelDuration): string {
  return `${formatPlain(durationSeconds(value))}s`
}

/** The seconds of a duration as Go computes them: whole seconds and the rest apart, each as a double. */
export function durationSeconds({ nanoseconds }: CelDuration): number {
  return Number(nanoseconds / SECOND) + Number(nanoseconds % SECOND) / 1e9
}
