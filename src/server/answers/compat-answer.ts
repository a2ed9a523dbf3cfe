import type { CompatFacts } from '../../domain/compat/component-facts.ts'
import { newestKubernetes } from '../../domain/compat/facts/kubernetes-releases.ts'
import { judgeFleet } from '../../domain/compat/judge-fleet.ts'
import { compareMinors, minorOf, minorsAfter } from '../../domain/compat/minor-releases.ts'
import { clustersInSnapshot } from '../../domain/inventory/clusters-in-snapshot.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import type { CompatResponse } from '../api/compat-response.ts'
import type { SeenFleet } from '../fleet/seen-fleet.ts'
import { HttpRefusal } from '../http/http-refusal.ts'

/** Which clusters can go to a Kubernetes, and what holds the others. */
export function compatAnswer(
  { fresh, snapshot }: SeenFleet,
  target: string | undefined,
  facts: CompatFacts,
): CompatResponse {
  if (target !== undefined && !/^1\.\d{1,3}$/.test(target))
    throw new HttpRefusal('BadRequest', 'cannot judge versions: k8s must be a minor release such as 1.35')
  const clusters = clustersInSnapshot(snapshot)
  const report = judgeFleet(clusters, { target, facts, now: readInstant(snapshot.asOf) ?? 0 })
  const { counts, minors, rows, causes, warnings, factsAsOf } = report
  return {
    ...fresh,
    ...(target === undefined ? {} : { target }),
    targets: targetsFor(clusters.flatMap(({ kubernetes }) => kubernetes ?? [])),
    totals: counts,
    minors,
    rows,
    causes: causes.map(cause => ({
      ...cause,
      clusters: cause.clusters.map(({ namespace, name }) => `${namespace}/${name}`),
    })),
    warnings,
    factsAsOf,
  }
}

/** From the oldest Kubernetes of the fleet to the newest that there are facts for. */
function targetsFor(versions: readonly string[]): readonly string[] {
  const minors = versions.flatMap(version => minorOf(version) ?? []).toSorted(compareMinors)
  const [oldest] = minors
  const newest = newestKubernetes.line
  if (oldest === undefined || compareMinors(oldest, newest) > 0) return [newest]
  return [oldest, ...minorsAfter(oldest, newest)]
}
