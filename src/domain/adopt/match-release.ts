import type { RunningCluster, StoredRelease } from './running-cluster.ts'
import type { PlannedRelease } from './planned-release.ts'

/** The release that a HelmRelease of the plan would continue, or should. */
export type ReleaseMatch =
  | { readonly kind: 'none' }
  /** Of this name, in this namespace; there may be a second history of it. */
  | { readonly kind: 'same'; readonly release: StoredRelease; readonly others: readonly StoredRelease[] }
  /** Under another name or in another namespace: adoption would install it a second time. */
  | { readonly kind: 'moved'; readonly release: StoredRelease }

/** Finds the release that a HelmRelease is about. */
export function matchRelease(
  planned: PlannedRelease,
  { releases }: Pick<RunningCluster, 'releases'>,
  taken: ReadonlySet<StoredRelease>,
): ReleaseMatch {
  const same = releases.filter(
    one => one.name === planned.releaseName && releaseNamespace(one) === planned.namespace,
  )
  const [first, ...others] = same.toSorted((a, b) => rank(b, planned) - rank(a, planned))
  if (first) return { kind: 'same', release: first, others }
  const alike = releases.filter(one => !taken.has(one) && releaseChart(one) === planned.chart.name)
  const named = alike.filter(one => [planned.releaseName, planned.object.name].includes(one.name))
  const [only, ...more] = named.length > 0 ? named : alike
  return only && more.length === 0 ? { kind: 'moved', release: only } : { kind: 'none' }
}

// The history that is read is the right one; of others the newer.
function rank(release: StoredRelease, planned: PlannedRelease): number {
  const isRead = release.storage.kind === 'Secret' && release.storage.namespace === planned.storageNamespace
  return (isRead ? 1_000_000 : 0) + release.revision
}

/** The namespace that a release installs into: Flux may keep its history in another one. */
export function releaseNamespace({ record, storage }: StoredRelease): string {
  return 'unread' in record ? storage.namespace : record.namespace || storage.namespace
}

/** The name of the chart of a release; empty if it could not be read. */
export function releaseChart({ record }: StoredRelease): string {
  return 'unread' in record ? '' : record.chart.name
}

/** The version of the chart of a release; empty if it could not be read. */
export function releaseVersion({ record }: StoredRelease): string {
  return 'unread' in record ? '' : record.chart.version
}
