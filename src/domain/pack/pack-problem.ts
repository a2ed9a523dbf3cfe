/** What can be wrong, or worth knowing, about what is packed; docs/reference/pack.md has a row for each. */
export type PackProblemCode =
  | 'BAD_YAML'
  | 'CRD_AFTER_USE'
  | 'DUPLICATE_KEY'
  | 'DUPLICATE_OBJECT'
  | 'EMPTY_SOURCE'
  | 'FILLED_IN_BY_OTHERS'
  | 'HELM_HOOK'
  | 'KIND_NOT_IN_PACK'
  | 'NOT_AN_OBJECT'
  | 'NO_NAME'
  | 'NO_NAMESPACE'
  | 'SECRET_IN_PACK'
  | 'TOO_LARGE'

/** A place in a source, as editors show it. */
export interface Place {
  readonly path: string
  readonly line: number
  readonly column: number
}

/** One thing to say about a source. An error keeps the pack from being written, a warning does not. */
export interface PackProblem {
  readonly severity: 'error' | 'warning'
  readonly code: PackProblemCode
  readonly place: Place
  readonly message: string
  /** What to do about it, where there is one thing to do. */
  readonly fix?: string
}

/** Writes a problem as compilers do: `path:line:column: error: message  CODE`, and the way out on a line of its own. */
export function formatProblem({ severity, code, place, message, fix }: PackProblem): string {
  const { path, line, column } = place
  const head = `${path}:${line}:${column}: ${severity}: ${message}  ${code}`
  return fix === undefined ? head : `${head}\n  fix: ${fix}`
}
