import type { Place } from '../pack/pack-problem.ts'
import type { LintCode } from './lint-codes.ts'
import type { LintRepository } from './model/lint-repository.ts'

/** How bad a finding is: something will be refused or not work; something is most likely not meant. */
type Severity = 'error' | 'warning'

/** A change of one document of a file. */
export interface LintEdit {
  readonly path: string
  /** Where the document stands in the file. */
  readonly start: number
  readonly end: number
  readonly change: (document: string) => string
}

/** Something that a rule found. */
export interface RuleFinding {
  readonly place: Place
  readonly message: string
  /** What to do, where there is one thing to do. */
  readonly advice?: string | undefined
  /** A change that is safe, of which the rule finds nothing any more. */
  readonly edit?: LintEdit | undefined
  /** If it is not that of the rule. */
  readonly severity?: Severity | undefined
}

/** Files of an example, by path; a text alone is a file `example.yaml`. */
export type Example = string | Readonly<Record<string, string>>

/** One rule: what it looks for, why, and an example of each side, which are its test. */
export interface LintRule {
  readonly code: LintCode
  readonly severity: Severity
  /** What is wrong, in one sentence without a full stop. */
  readonly title: string
  /** What happens otherwise, and how it is known. */
  readonly why: string
  readonly bad: Example
  readonly good: Example
  readonly check: (repository: LintRepository) => Iterable<RuleFinding>
}

/** Rules about one subject. */
export interface RuleFamily {
  readonly title: string
  readonly rules: readonly LintRule[]
}

/** A finding with its rule. */
export interface LintFinding extends RuleFinding {
  readonly code: LintCode
  readonly severity: Severity
}
