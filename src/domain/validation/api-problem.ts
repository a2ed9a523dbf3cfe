import { type ObjectPath, formatPath } from '../envsubst/object-path.ts'

/** What can be wrong with the shape of an object: the API server refuses these too. */
export type ShapeProblemCode =
  | 'REQUIRED'
  | 'WRONG_TYPE'
  | 'OUT_OF_BOUNDS'
  | 'NOT_ONE_OF'
  | 'BAD_FORM'
  | 'UNKNOWN_FIELD'

/** What can be wrong with a Fitout of the right shape; docs/reference/api.md has a row for each. */
export type RuleProblemCode =
  | 'BAD_SELECTOR'
  | 'EMPTY_SELECTOR'
  | 'DUPLICATE_STEP'
  | 'SELF_DEPENDENCY'
  | 'UNKNOWN_DEPENDENCY'
  | 'CYCLE'
  | 'BAD_GATE'
  | 'RESERVED_GATE'
  | 'DUPLICATE_GATE'
  | 'GATE_IN_SELECTOR'
  | 'BAD_NAME'
  | 'BAD_TEMPLATE'
  | 'UNKNOWN_VARIABLE'
  | 'RESERVED_SECRET'
  | 'BAD_PATH'
  | 'BAD_DEFAULT'
  | 'BAD_KEY'
  | 'DUPLICATE_KEY'
  | 'NOTHING_PROVEN'
  | 'WITH_WITHOUT_PRESET'
  | 'NAME_OR_SELECTOR'
  | 'COUNT_WITHOUT_SELECTOR'
  | 'NAMESPACE_ON_MANAGEMENT'
  | 'BAD_EXPRESSION'
  | 'BAD_DURATION'
  | 'BAD_VERSION'
  | 'UNKNOWN_SETTING'
  | 'SETTING_REQUIRED'
  | 'BAD_NAMESPACE'

/** @internal */
export type ApiProblemCode = ShapeProblemCode | RuleProblemCode

/** One thing that is wrong with an object, and the field that it is about. */
export interface ApiProblem {
  readonly code: ApiProblemCode
  readonly path: ObjectPath
  /** What is wrong, without the field; never a value that may be secret. */
  readonly message: string
}

/** Writes a problem on one line, such as `spec.steps[2].gate.label: …`. */
export function formatApiProblem({ path, message }: ApiProblem): string {
  return path.length === 0 ? message : `${formatPath(path)}: ${message}`
}
