import { judgeComponent } from './judge-component.ts'
import type { ComponentVersion, Verdict } from './verdict.ts'

/** One component in one version, against several versions of Kubernetes. */
export interface CompatRow extends ComponentVersion {
  /** In the order of the targets. */
  readonly cells: readonly Verdict[]
}

/** Judges each component against each version of Kubernetes. */
export function compatMatrix(
  components: readonly ComponentVersion[],
  targets: readonly string[],
): readonly CompatRow[] {
  return components.map(({ component, version }) => ({
    component,
    version,
    cells: targets.map(target => judgeComponent({ component, version }, target)),
  }))
}
