import { type Chunk, type Glob, matchSteps, parseGlob } from './glob.ts'
import { isAscii, reverseRunes } from './utf8.ts'
import type { Work } from './work.ts'

/** Which of the parts that match is taken away. */
export type Extent = 'shortest' | 'longest'

/** A value and a pattern, both as bytes. */
export interface TrimTask {
  readonly bytes: string
  readonly pattern: string
  readonly extent: Extent
}

/** Takes a matching part away from the front of a value: `${v#pattern}` and `${v##pattern}`. */
export function trimPrefix({ bytes, pattern, extent }: TrimTask, work: Work): string {
  const glob = parseGlob(pattern)
  if (!glob || bytes === '') return bytes
  // Where a value is cut matters only when whole characters are compared and one may be cut in half.
  const isExact = glob.isLiteral || isAscii(bytes)
  const length = isExact
    ? matchedPrefix(glob, { bytes, extent, work })
    : tryPrefixes(glob, { bytes, extent, work })
  return bytes.slice(length)
}

/**
 * Takes a matching part away from the end of a value: `${v%pattern}` and `${v%%pattern}`.
 *
 * Upstream turns both around and works from the front, so a class like `[0-9]` reads `]9-0[` and matches nothing.
 */
export function trimSuffix({ bytes, pattern, extent }: TrimTask, work: Work): string {
  const turned = { bytes: reverseRunes(bytes), pattern: reverseRunes(pattern), extent }
  return reverseRunes(trimPrefix(turned, work))
}

interface Search {
  readonly bytes: string
  readonly extent: Extent
  readonly work: Work
}

// How much of the front matches, 0 for nothing. One pass: each chunk is taken where it fits first, which is the best
// place for all that follow, and only the last one has a choice.
function matchedPrefix({ chunks, endsWithStar }: Glob, search: Search): number {
  const { bytes, extent } = search
  const last = endsWithStar ? undefined : chunks.at(-1)
  let at = 0
  for (const chunk of last ? chunks.slice(0, -1) : chunks) {
    at = firstMatch(chunk, at, search)
    if (at < 0) return 0
  }
  if (last)
    return Math.max(0, extent === 'shortest' ? firstMatch(last, at, search) : lastMatch(last, at, search))
  if (!endsWithStar) return 0
  // Upstream never tries the empty front, so a star takes at least one byte away.
  return extent === 'shortest' ? Math.max(1, at) : bytes.length
}

function firstMatch({ hasStar, steps }: Chunk, from: number, { bytes, work }: Search): number {
  const matching = { bytes, end: bytes.length, work }
  const until = hasStar ? bytes.length : from
  for (let start = from; start <= until; start++) {
    const end = matchSteps(steps, start, matching)
    if (end >= 0) return end
  }
  return -1
}

function lastMatch({ hasStar, steps }: Chunk, from: number, { bytes, work }: Search): number {
  const matching = { bytes, end: bytes.length, work }
  for (let start = hasStar ? bytes.length - 1 : from; start >= from; start--) {
    const end = matchSteps(steps, start, matching)
    if (end >= 0) return end
  }
  return -1
}

// As upstream does it: every front is tried by itself. Slow, but a character cut in half decides as it does there.
function tryPrefixes(glob: Glob, search: Search): number {
  let matched = 0
  for (let end = search.bytes.length; end > 0; end--) {
    if (!matchesAll(glob, search, end)) continue
    if (search.extent === 'longest') return end
    matched = end
  }
  return matched
}

function matchesAll({ chunks, endsWithStar }: Glob, { bytes, work }: Search, end: number): boolean {
  const matching = { bytes, end, work }
  let at = 0
  for (const [index, { hasStar, steps }] of chunks.entries()) {
    const mustReachEnd = !endsWithStar && index === chunks.length - 1
    const until = hasStar ? end : at
    let found = -1
    for (let start = at; start <= until && found < 0; start++) {
      const reached = matchSteps(steps, start, matching)
      if (!mustReachEnd || reached === end) found = reached
    }
    if (found < 0) return false
    at = found
  }
  return endsWithStar || chunks.length > 0
}
