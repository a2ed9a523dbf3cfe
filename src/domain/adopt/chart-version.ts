import { parseRange } from '../versions/parse-range.ts'
import { parseVersion } from '../versions/parse-version.ts'
import { satisfiesRange } from '../versions/satisfies-range.ts'
import { compareVersions, type Version } from '../versions/version.ts'
import { VersionError } from '../versions/version-error.ts'

/** How the version that is planned relates to the one that is there. */
export type VersionRelation = 'same' | 'newer' | 'older' | 'range' | 'outside' | 'unknown'

/** Compares the version of a chart on a cluster with the version or range in Git. */
export function versionRelation(found: string, planned: string): VersionRelation {
  const [there, wanted] = [exact(found), exact(planned)]
  if (!there) return 'unknown'
  if (wanted) {
    const order = compareVersions(wanted, there)
    return order === 0 ? 'same' : order > 0 ? 'newer' : 'older'
  }
  try {
    const range = parseRange(planned === '' ? '*' : planned)
    return satisfiesRange(there, range) ? 'range' : 'outside'
  } catch (error) {
    if (error instanceof VersionError) return 'unknown'
    throw error
  }
}

// A tag of a registry has no plus.
function exact(text: string): Version | undefined {
  try {
    return /^v?\d+\.\d+\.\d+/.test(text) && !/[\s,|]/.test(text)
      ? parseVersion(text.replace('_', '+'))
      : undefined
  } catch (error) {
    if (error instanceof VersionError) return undefined
    throw error
  }
}
