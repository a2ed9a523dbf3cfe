import { compareIdentifiers } from './compare-identifiers.ts'
import { compareVersions, type Version } from './version.ts'

/** One comparison of a range, such as `>=1.2`. */
export interface Comparator {
  readonly operator: Operator
  /** The version it names, with 0 for what it leaves open. */
  readonly version: Version
  /** The first number that it leaves open: `*` leaves the major one open, `1.x` the minor, `1.2` the patch. */
  readonly open: 'major' | 'minor' | 'patch' | 'nothing'
}

/** The signs of comparison; no sign is one, too. */
export type Operator = '' | '=' | '!=' | '>' | '<' | '>=' | '=>' | '<=' | '=<' | '~' | '~>' | '^'

type Test = (version: Version, comparator: Comparator) => boolean

const tests: Readonly<Record<Operator, Test>> = {
  '': isEqual,
  '=': isEqual,
  '!=': isDifferent,
  '>': isNewer,
  '<': (version, comparator) => compareVersions(version, comparator.version) < 0,
  '>=': isNotOlder,
  '=>': isNotOlder,
  '<=': isNotNewer,
  '=<': isNotNewer,
  '~': isCloseTo,
  '~>': isCloseTo,
  '^': isCompatibleWith,
}

/** Returns whether `text` is a sign of comparison. */
export function isOperator(text: string): text is Operator {
  return Object.hasOwn(tests, text)
}

/** Returns whether `version` passes one comparison. Whether a prerelease may pass at all is the range's affair. */
export function passes(version: Version, comparator: Comparator): boolean {
  return tests[comparator.operator](version, comparator)
}

// `=1.2` and `1.2` mean any patch of it.
function isEqual(version: Version, comparator: Comparator): boolean {
  if (comparator.open !== 'nothing') return isCloseTo(version, comparator)
  return compareVersions(version, comparator.version) === 0
}

function isDifferent(version: Version, comparator: Comparator): boolean {
  const { version: named, open } = comparator
  const isExact = open === 'nothing' || open === 'major'
  if (isExact) return compareVersions(version, named) !== 0
  if (version.major !== named.major) return true
  if (open === 'minor') return false
  if (version.minor !== named.minor) return true
  return compareIdentifiers(version.prerelease, named.prerelease) !== 0
}

// `>1` begins with 2, and `>1.2` with 1.3.
function isNewer(version: Version, { version: named, open }: Comparator): boolean {
  const isExact = open === 'nothing' || open === 'major'
  if (isExact) return compareVersions(version, named) > 0
  if (version.major !== named.major) return version.major > named.major
  return open === 'patch' && version.minor > named.minor
}

function isNotOlder(version: Version, { version: named }: Comparator): boolean {
  return compareVersions(version, named) >= 0
}

// `<=1` ends before 2, and `<=1.2` before 1.3.
function isNotNewer(version: Version, { version: named, open }: Comparator): boolean {
  if (open === 'nothing') return compareVersions(version, named) <= 0
  if (version.major !== named.major) return version.major < named.major
  return open === 'minor' || version.minor <= named.minor
}

// `~1.2.3` and `~1.2` stay in 1.2, `~1` stays in 1.
function isCloseTo(version: Version, comparator: Comparator): boolean {
  const { version: named, open } = comparator
  if (compareVersions(version, named) < 0) return false
  const isAnything = isZero(named) && open !== 'minor' && open !== 'patch'
  if (isAnything) return true
  return version.major === named.major && (open === 'minor' || version.minor === named.minor)
}

// `^` keeps the first number that is not 0.
function isCompatibleWith(version: Version, comparator: Comparator): boolean {
  const { version: named, open } = comparator
  if (compareVersions(version, named) < 0) return false
  if (version.major !== named.major) return false
  if (named.major > 0n || open === 'minor') return true
  if (version.minor !== named.minor) return false
  return named.minor > 0n || open === 'patch' || version.patch === named.patch
}

function isZero({ major, minor, patch }: Version): boolean {
  return major === 0n && minor === 0n && patch === 0n
}
