import type { FormPlace } from '../../domain/cluster-form/form-place.ts'
import type { LintCode } from '../../domain/lint/lint-codes.ts'
import { counted } from '../../domain/text/counted.ts'

/** One thing that was checked about a draft. */
export interface DraftCheck {
  readonly check: 'yaml' | 'variables' | 'name' | 'network' | 'compat' | 'lint' | 'plan'
  /** `warning` and `unknown` hold nothing. */
  readonly verdict: 'passed' | 'warning' | 'unknown' | 'failed'
  readonly sentence: string
  readonly problems: readonly DraftProblem[]
}

/** What is wrong, where, and what to do. */
export interface DraftProblem {
  readonly code:
    | 'YAML'
    | 'VARIABLE'
    | 'NAME'
    | 'CLASS'
    | 'REPOSITORY'
    | 'CIDR_OVERLAP'
    | 'VERSION_UNSUPPORTED'
    | 'VERSION_UNKNOWN'
    | 'NO_FITOUT'
    | 'PLAN_REFUSED'
    | LintCode
  readonly path: string
  readonly line: number
  /** The field that it is about; absent for what no field shows. */
  readonly place?: FormPlace
  readonly message: string
  readonly fix?: string | undefined
}

/** A check that found nothing. */
export function passedCheck(check: DraftCheck['check'], sentence: string): DraftCheck {
  return { check, verdict: 'passed', sentence, problems: [] }
}

/** A check that found something which must be fixed; the sentence is that of the first problem. */
export function failedCheck(check: DraftCheck['check'], problems: readonly DraftProblem[]): DraftCheck {
  const [first] = problems
  const more = problems.length > 1 ? `, and ${counted(problems.length - 1, 'more problem')}` : ''
  return { check, verdict: 'failed', sentence: `${first?.message ?? ''}${more}`, problems }
}
