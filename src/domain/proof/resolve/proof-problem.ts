import { formatPath, type ObjectPath } from '../../envsubst/object-path.ts'

/** What can be wrong with a proof; docs/reference/presets.md has a row for each. */
type ProofProblemCode =
  | 'UNKNOWN_SETTING'
  | 'SETTING_REQUIRED'
  | 'WRONG_TYPE'
  | 'NOT_ONE_OF'
  | 'OUT_OF_BOUNDS'
  | 'BAD_NAME'
  | 'BAD_TEMPLATE'
  | 'BAD_NAMESPACE'
  | 'BAD_SELECTOR'
  | 'BAD_EXPRESSION'
  | 'BAD_DURATION'

/** One thing that keeps a proof from being used, and the field that it is about. */
export interface ProofProblem {
  readonly code: ProofProblemCode
  readonly path: ObjectPath
  readonly message: string
}

/** Takes note of a problem, so that one look shows all of them. */
export type Report = (code: ProofProblemCode, path: ObjectPath, message: string) => void

/** Writes a problem on one line, such as `spec.steps[2].proof.with.components[0]: …`. */
export function formatProofProblem({ path, message }: ProofProblem): string {
  return `${formatPath(path)}: ${message}`
}
