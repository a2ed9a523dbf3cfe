import { byteLength } from '../bytes/byte-length.ts'
import { quoteAsGo } from '../text/quote-as-go.ts'
import { positionAt } from '../yaml/position.ts'
import { type Comparator, isOperator, type Operator } from './comparator.ts'
import { parseVersion } from './parse-version.ts'
import { VersionError, type VersionErrorCode } from './version-error.ts'

/** A set of versions: those that pass all comparisons of at least one group. */
export interface VersionRange {
  readonly groups: readonly Group[]
}

/** Comparisons that must all hold. */
export interface Group {
  readonly comparators: readonly Comparator[]
  /** Prereleases may pass only where one is named, be it as little as `-0`. */
  readonly namesPrerelease: boolean
}

/** Both limits are those of Helm and Flux. */
const MAX_BYTES = 512
const MAX_GROUPS = 32

// The blanks of Go, which are fewer than those of JavaScript.
const blank = '[\\t\\n\\f\\r ]'
const number = '[0-9|xX*]+'
const identifiers = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*'
const partialVersion = `v?${number}(?:\\.${number})?(?:\\.${number})?(?:-${identifiers})?(?:\\+${identifiers})?`

/** Reads a range of versions as Helm and Flux do (`>=1.2 <2 || ~3.1`), or throws a VersionError. */
export function parseRange(text: string): VersionRange {
  // Counting the bytes of megabytes takes longer than to see that they are too many.
  if (text.length > MAX_BYTES || byteLength(text) > MAX_BYTES) {
    throw refuse(text, {
      code: 'RANGE_TOO_LONG',
      cause: `constraint string is too long (max ${MAX_BYTES} bytes)`,
    })
  }
  const plain = rewriteHyphens(text)
  const groups = plain.split('||')
  if (groups.length > MAX_GROUPS) {
    throw refuse(text, { code: 'RANGE_TOO_WIDE', cause: `too many constraint groups (max ${MAX_GROUPS})` })
  }
  let start = 0
  return {
    groups: groups.map(group => {
      const place = { text, offset: plain === text ? start : 0 }
      start += group.length + 2
      return parseGroup(group, place)
    }),
  }
}

const hyphen = new RegExp(`${blank}*(${partialVersion})${blank}+-${blank}+(${partialVersion})${blank}*`, 'g')

// `1.2 - 2` is `>= 1.2, <= 2`. As upstream this comes before all else, so that it also sees "1||2 - 3".
function rewriteHyphens(text: string): string {
  return text.replace(hyphen, (_, from: string, to: string) => `>= ${from}, <= ${to} `)
}

interface Place {
  readonly text: string
  readonly offset: number
}

function parseGroup(group: string, place: Place): Group {
  const comparators = scanGroup(group, place).map(scanned => toComparator(scanned, place))
  return { comparators, namesPrerelease: comparators.some(({ version }) => version.prerelease !== '') }
}

interface ScannedComparator {
  readonly operator: Operator
  readonly version: string
}

const piece = new RegExp(`${blank}*([=!<>~^]{0,2})${blank}*(${partialVersion})(${blank}*)(,?)`, 'y')

// Takes one comparison after the other, and never looks back. Between two of them a blank or a comma must stand.
function scanGroup(group: string, { text, offset }: Place): readonly ScannedComparator[] {
  const found: ScannedComparator[] = []
  const improper = { code: 'INVALID_RANGE', cause: `improper constraint: ${quoteAsGo(group)}` } as const
  piece.lastIndex = 0
  for (;;) {
    const at = piece.lastIndex
    const [, operator = '', version = '', space = '', comma = ''] = piece.exec(group) ?? []
    if (version === '' || !isOperator(operator)) throw refuse(text, { ...improper, offset: offset + at })
    found.push({ operator, version })
    const end = piece.lastIndex
    if (end === group.length && comma === '') return found
    if (space + comma === '') throw refuse(text, { ...improper, offset: offset + end })
  }
}

const splitVersion = new RegExp(`^v?(${number})(?:\\.(${number}))?(?:\\.(${number}))?(-${identifiers})?`)

function toComparator({ operator, version }: ScannedComparator, { text, offset }: Place): Comparator {
  const [, major, minor, patch, prerelease = ''] = splitVersion.exec(version) ?? []
  const open = isOpen(major) ? 'major' : isOpen(minor) ? 'minor' : isOpen(patch) ? 'patch' : 'nothing'
  const closed = {
    major: `0.0.0${prerelease}`,
    minor: `${major}.0.0${prerelease}`,
    patch: `${major}.${minor}.0${prerelease}`,
    nothing: version,
  }
  try {
    return { operator, version: parseVersion(closed[open]), open }
  } catch (error) {
    if (!(error instanceof VersionError)) throw error
    const cause = `constraint parser error: ${error.message}`
    throw refuse(text, { code: 'INVALID_RANGE', cause, offset })
  }
}

function isOpen(number: string | undefined): boolean {
  return number === undefined || number === 'x' || number === 'X' || number === '*'
}

interface Refusal {
  readonly code: VersionErrorCode
  readonly cause: string
  readonly offset?: number
}

function refuse(text: string, { code, cause, offset = 0 }: Refusal): VersionError {
  const given = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return new VersionError(
    code,
    `cannot read version range ${quoteAsGo(given)}: ${cause}`,
    positionAt(text, offset),
  )
}
