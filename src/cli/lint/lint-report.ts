import type { LintFinding } from '../../domain/lint/rule.ts'
import type { NotFollowed } from '../../domain/lint/run-lint.ts'
import type { LeftAlone } from '../../domain/lint/model/lint-repository.ts'
import { counted } from '../../domain/text/counted.ts'

/** What lint says about a repository, before it has a form. */
export interface LintReport {
  /** How a path of the repository is seen from where the user is. */
  readonly shown: (path: string) => string
  readonly files: number
  readonly findings: readonly LintFinding[]
  readonly ignored: number
  readonly leftAlone: readonly LeftAlone[]
  readonly notFollowed: readonly NotFollowed[]
}

/** How many of each severity there are. */
export function countsOf({ findings }: LintReport): {
  readonly errors: number
  readonly warnings: number
  readonly fixable: number
} {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return { errors, warnings: findings.length - errors, fixable: findings.filter(({ edit }) => edit).length }
}

/** The closing line: `3 problems in 3 of 61 files: 2 errors, 1 warning; 1 can be fixed`. */
export function summaryLine(report: LintReport): string {
  const { findings, files, ignored } = report
  const hidden = ignored === 0 ? '' : `; ${ignored} ignored`
  if (findings.length === 0) return `${counted(files, 'file')}, no problems${hidden}`
  const { errors, warnings, fixable } = countsOf(report)
  const kinds = [
    ...(errors === 0 ? [] : [counted(errors, 'error')]),
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
  ].join(', ')
  const places = new Set(findings.map(({ place }) => place.path)).size
  const fix = fixable === 0 ? '' : `; ${fixable} can be fixed`
  return `${counted(findings.length, 'problem')} in ${places} of ${counted(files, 'file')}: ${kinds}${fix}${hidden}`
}
