import type { HclExpression } from '../hcl/expression.ts'
import type { ParseHcl } from '../hcl/syntax-node.ts'
import type { EvaluationBudget } from './evaluation-budget.ts'
import type { Holes } from './holes.ts'
import type { Value } from './value.ts'

/** What the names of an expression mean where it stands. */
export interface HclScope {
  /** Names of the block: of a `for`, `each`, `count`, an iterator, the variables of a template file. */
  readonly names: ReadonlyMap<string, Value>
  /** The module that the expression is in: empty for the root, else as `module.a`. */
  readonly module: string
  readonly holes: Holes
  readonly budget: EvaluationBudget
  /** What a reference to something of the module is: `var.x`, `local.y`, `aws_iam_role.z`; undefined if only Terraform knows. */
  readonly resolve: (root: string, name: string, at: HclExpression) => Resolved
  readonly files: TemplateFiles
}

/** What a reference leads to. */
export type Resolved =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'unknown'; readonly reason: string; readonly isSensitive?: boolean }

/** The files that functions read. */
export interface TemplateFiles {
  /** The text of a file, and how messages name it; a reason if it is not read. */
  readonly read: (
    path: string,
  ) => { readonly text: string; readonly path: string } | { readonly reason: string }
  readonly parse: ParseHcl
}

/** The same place, with more names. */
export function withNames(scope: HclScope, names: Iterable<readonly [string, Value]>): HclScope {
  return { ...scope, names: new Map([...scope.names, ...names]) }
}
