import type { Place } from '../pack/pack-problem.ts'

/** What keeps a commit from being applied; docs/reference/apply.md has a row for each. */
type ApplyProblemCode =
  | 'BAD_YAML'
  | 'DUPLICATE_KEY'
  | 'DUPLICATE_OBJECT'
  | 'ENCRYPTED'
  | 'KUSTOMIZE_NOT_PLAIN'
  | 'NOT_AN_OBJECT'
  | 'NOT_FOUND'
  | 'NO_CLUSTER'
  | 'NO_NAME'
  | 'NO_NAMESPACE'
  | 'NUMBER_TOO_LARGE'
  | 'OTHER_CLUSTER'
  | 'RESERVED_NAME'
  | 'SERVER_FIELD'

/** One thing that is wrong with what is in Git, and where. A warning keeps nothing from being applied. */
export interface ApplyProblem {
  readonly severity: 'error' | 'warning'
  readonly code: ApplyProblemCode
  readonly place: Place
  readonly message: string
  readonly fix?: string
}

/** Writes a problem as compilers do, and the way out on a line of its own. */
export function formatApplyProblem({ severity, code, place, message, fix }: ApplyProblem): string {
  const { path, line, column } = place
  const head = `${path}:${line}:${column}: ${severity}: ${message}  ${code}`
  return fix === undefined ? head : `${head}\n  fix: ${fix}`
}
