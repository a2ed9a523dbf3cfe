import { compareIdentifiers } from './compare-identifiers.ts'

/** A semantic version. */
export interface Version {
  readonly major: bigint
  readonly minor: bigint
  readonly patch: bigint
  /** What follows the dash, such as `rc.1`; empty for a release. */
  readonly prerelease: string
  /** What follows the plus sign; it never counts in a comparison. */
  readonly metadata: string
  /** The text it was read from. */
  readonly original: string
}

/** Orders two versions: negative if `a` is older, zero if they are equal but for their metadata. */
export function compareVersions(a: Version, b: Version): -1 | 0 | 1 {
  if (a.major !== b.major) return a.major < b.major ? -1 : 1
  if (a.minor !== b.minor) return a.minor < b.minor ? -1 : 1
  if (a.patch !== b.patch) return a.patch < b.patch ? -1 : 1
  if (a.prerelease === b.prerelease) return 0
  // A release is newer than all that led to it.
  if (a.prerelease === '') return 1
  if (b.prerelease === '') return -1
  return compareIdentifiers(a.prerelease, b.prerelease)
}
