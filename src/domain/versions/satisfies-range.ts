import { type Comparator, passes } from './comparator.ts'
import type { Group, VersionRange } from './parse-range.ts'
import type { Version } from './version.ts'

/**
 * Returns whether `version` is in `range`.
 *
 * A prerelease is in it only if the range asks for prereleases, by naming one; `'all'` takes them without being asked.
 */
export function satisfiesRange(
  version: Version,
  range: VersionRange,
  prereleases: 'asked' | 'all' = 'asked',
): boolean {
  return range.groups.some(
    group => mayPass(version, group, prereleases) && passesAll(version, group.comparators),
  )
}

function mayPass(version: Version, { namesPrerelease }: Group, prereleases: 'asked' | 'all'): boolean {
  return version.prerelease === '' || namesPrerelease || prereleases === 'all'
}

function passesAll(version: Version, comparators: readonly Comparator[]): boolean {
  return comparators.every(comparator => passes(version, comparator))
}
