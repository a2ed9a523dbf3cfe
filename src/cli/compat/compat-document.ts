import type { ClusterAnswer, CompatReason } from '../../domain/compat/judge-cluster.ts'
import type { CompatReport } from '../../domain/compat/judge-fleet.ts'
import { jsonDocument } from '../io/json-document.ts'
import { clusterId } from './compat-tables.ts'

/** The answer for programs, as JSON. docs/reference/compat.md explains each field. */
export function compatJson(report: CompatReport): string {
  const { target, counts, answers, causes, minors, rows, warnings, factsAsOf, oldFacts } = report
  return jsonDocument('Compatibility', {
    target,
    counts,
    factsAsOf,
    oldFacts,
    warnings,
    clusters: answers.map(clusterOf),
    causes: causes.map(({ kind, clusters, ...reason }) => ({
      kind,
      ...reasonOf(reason),
      clusters: clusters.map(clusterId),
    })),
    matrix: {
      kubernetes: minors,
      components: rows.map(({ component, version, clusters, cells }) => ({
        component,
        version,
        clusters,
        verdicts: cells.map(({ verdict, sentence, source }) => ({ verdict, sentence, source })),
      })),
    },
  })
}

function clusterOf({ cluster, target, answer, now, holds, unknown }: ClusterAnswer) {
  const { namespace, name, kubernetes, components } = cluster
  return {
    namespace,
    name,
    kubernetes,
    target,
    answer,
    now: now.map(reasonOf),
    holds: holds.map(reasonOf),
    unknown: unknown.map(reasonOf),
    components,
  }
}

function reasonOf({ component, version, kubernetes, sentence, needs, raise, places, source }: CompatReason) {
  return { component, version, kubernetes, sentence, needs, raise, places, source }
}
