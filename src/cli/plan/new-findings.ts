import type { PlannedRefusal } from '../../domain/change/fleet-change.ts'
import type { LintRepository } from '../../domain/lint/model/lint-repository.ts'
import type { LintFinding } from '../../domain/lint/rule.ts'
import { lintRepository } from '../../domain/lint/run-lint.ts'

/** The errors that lint finds after a change and did not find before. Lines move, so they do not count. */
export function newFindings(before: LintRepository, after: LintRepository): readonly PlannedRefusal[] {
  if (before === after) return []
  const found = errorsIn(after)
  if (found.length === 0) return []
  const known = new Map<string, number>()
  for (const finding of errorsIn(before)) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1)
  return found.flatMap(finding => {
    const left = known.get(keyOf(finding)) ?? 0
    known.set(keyOf(finding), left - 1)
    const { path, line, column } = finding.place
    return left > 0
      ? []
      : [{ code: finding.code, message: finding.message, clusters: [], place: `${path}:${line}:${column}` }]
  })
}

function errorsIn(repository: LintRepository): readonly LintFinding[] {
  return lintRepository(repository).findings.filter(({ severity }) => severity === 'error')
}

function keyOf({ code, message, place }: LintFinding): string {
  return JSON.stringify([code, message, place.path])
}
