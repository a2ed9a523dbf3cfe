import { releaseNamespace } from './match-release.ts'
import type { OtherManager, StoredRelease } from './running-cluster.ts'

/**
 * Says whose a release is where its field manager does not: the programs of images are often called `manager`, so an
 * object of another tool that names the release decides.
 */
export function claimedReleases(
  releases: readonly StoredRelease[],
  others: readonly OtherManager[],
): readonly StoredRelease[] {
  return releases.map(found => {
    if (found.by.tool !== 'unknown') return found
    const owner = others.find(
      ({ release }) => release?.name === found.name && release.namespace === releaseNamespace(found),
    )
    return owner ? { ...found, by: { tool: owner.tool, evidence: owner.object } } : found
  })
}
