import type { ClusterAdoption } from '../../domain/adopt/adoption.ts'

/** A cluster as it would be adopted by the repository as it stands, and with what --write would change. */
export interface AdoptedCluster {
  readonly now: ClusterAdoption
  /** Undefined if --write would change nothing. */
  readonly after: ClusterAdoption | undefined
  /** The files that --write would change, by path. */
  readonly texts: ReadonlyMap<string, string>
  readonly notWritten: readonly string[]
}

/** A cluster that could not be read. */
export interface UnreadCluster {
  readonly cluster: string
  readonly because: string
  readonly fix: string
}
