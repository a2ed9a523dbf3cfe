import { DurationError } from '../../quantity/duration-error.ts'
import { parseDuration } from '../../quantity/parse-duration.ts'
import { parseVersion } from '../../versions/parse-version.ts'
import { VersionError } from '../../versions/version-error.ts'
import type { ApiProblem } from '../api-problem.ts'
import { durationBounds } from '../../api/schema/duration-schema.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import { placedSteps, problemAt } from './rule.ts'

/** Durations must be readable, and short enough to end while the plan is in use. */
export function badDuration(fitout: Fitout): readonly ApiProblem[] {
  return placedSteps(fitout).flatMap(({ step, path }) => [
    ...problemAt('BAD_DURATION', [...path, 'timeout'], durationProblem('timeout', step.timeout)),
    ...problemAt(
      'BAD_DURATION',
      [...path, 'proof', 'stableFor'],
      durationProblem('stableFor', step.proof.stableFor),
    ),
  ])
}

/** A version that cannot be read cannot be compared. */
export function badVersion(fitout: Fitout): readonly ApiProblem[] {
  return placedSteps(fitout).flatMap(({ step, path }) =>
    Object.entries(step.versions ?? {}).flatMap(([component, version]) =>
      problemAt(
        'BAD_VERSION',
        [...path, 'versions', component],
        isVersion(version) ? undefined : 'must be a version, such as 2.9.1',
      ),
    ),
  )
}

function durationProblem(name: keyof typeof durationBounds, text: string): string | undefined {
  const { min, max } = durationBounds[name]
  try {
    const duration = parseDuration(text)
    if (duration >= parseDuration(min) && duration <= parseDuration(max)) return undefined
  } catch (error) {
    if (!(error instanceof DurationError)) throw error
  }
  return `must be a duration such as 90s, 15m or 1h30m, from ${min} to ${max}`
}

function isVersion(text: string): boolean {
  try {
    parseVersion(text)
    return true
  } catch (error) {
    if (!(error instanceof VersionError)) throw error
    return false
  }
}
