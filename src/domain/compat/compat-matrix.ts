import type { ClusterVersions } from './cluster-versions.ts'
import type { CompatFacts } from './component-facts.ts'
import { judgeComponent } from './judge-component.ts'
import type { ComponentVersion, Verdict } from './verdict.ts'

/** One component in one version, against several versions of Kubernetes. */
export interface CompatRow extends ComponentVersion {
  /** On how many clusters it is. */
  readonly clusters: number
  /** In the order of the targets. */
  readonly cells: readonly Verdict[]
}

/** Judges each component of a fleet against each version of Kubernetes, sorted by name and version. */
export function compatMatrix(
  clusters: readonly ClusterVersions[],
  targets: readonly string[],
  facts: CompatFacts,
): readonly CompatRow[] {
  const counts = new Map<string, { readonly one: ComponentVersion; clusters: number }>()
  for (const cluster of clusters) {
    for (const { component, version } of [...eksOf(cluster), ...cluster.components]) {
      const key = `${component}\n${version}`
      const known = counts.get(key)
      if (known) known.clusters++
      else counts.set(key, { one: { component, version }, clusters: 1 })
    }
  }
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { one, clusters: count }]) => ({
      ...one,
      clusters: count,
      cells: targets.map(target =>
        judgeComponent(one.component === 'eks' ? { ...one, version: target } : one, target, facts),
      ),
    }))
}

// EKS is as new as its Kubernetes, whichever that will be.
function eksOf({ platform, kubernetes }: ClusterVersions): readonly ComponentVersion[] {
  const isEks = platform === undefined ? kubernetes?.includes('-eks-') === true : platform === 'eks'
  return isEks ? [{ component: 'eks', version: '' }] : []
}
