/** What can be wrong with the files of a simulation; docs/reference/simulate.md has a row for each. */
type FolderProblemCode =
  | 'BAD_YAML'
  | 'NO_NAME'
  | 'DUPLICATE_OBJECT'
  | 'BAD_FITOUT'
  | 'BAD_RESOURCE_SET'
  | 'BAD_SOURCE'
  | 'NO_FITOUT'
  | 'SELECTOR_IMPOSSIBLE'
  | 'SELECTED_TWICE'
  | 'REFUSED'

/** One thing that is wrong, and where. */
export interface FolderProblem {
  readonly code: FolderProblemCode
  /** Such as `fleet/eks.yaml:12:7`; empty for what is missing from all files. */
  readonly at: string
  /** What is wrong; never a value that may be secret. */
  readonly message: string
}
