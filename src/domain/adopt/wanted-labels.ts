import type { Fitout } from '../api/schema/fitout-schema.ts'
import { ownLabelsOf } from '../change/delivery/management-objects.ts'
import type { Labels } from '../labels/selector.ts'
import { type Fields, partOf } from '../object/fields.ts'

/** What selects a Cluster. */
export interface Selecting {
  /** The Fitout that has it already. */
  readonly fitout: Fitout | undefined
  /** Those of its namespace. */
  readonly fitouts: readonly Fitout[]
  /** The name of the one that new clusters get. */
  readonly profile: string | undefined
  /** The ClusterResourceSets that a Fitout names for this Cluster alone. */
  readonly setsOf: (fitout: Fitout) => readonly Fields[]
}

/** The labels that a Cluster lacks so that a Fitout selects it, and so do the ClusterResourceSets of its steps. */
export function missingLabels(cluster: Fields, selecting: Selecting): Labels {
  const { fitout, fitouts, profile, setsOf } = selecting
  const own = ownLabelsOf(cluster)
  const [only, second] = fitouts
  const usual = fitouts.find(({ metadata }) => metadata.name === profile)
  const chosen = fitout ?? usual ?? (second ? undefined : only)
  if (!chosen) return {}
  const gates = new Set(chosen.spec.steps.flatMap(({ gate }) => (gate ? [gate.label] : [])))
  const selectors = [chosen.spec.clusterSelector.matchLabels ?? {}, ...setsOf(chosen).map(exactLabels)]
  const all = selectors.flatMap(labels => Object.entries(labels))
  return Object.fromEntries(all.filter(([key, value]) => !gates.has(key) && own[key] !== value))
}

function exactLabels(set: Fields): Labels {
  const labels = partOf(partOf(partOf(set, 'spec'), 'clusterSelector'), 'matchLabels')
  return Object.fromEntries(
    Object.entries(labels).filter((one): one is [string, string] => typeof one[1] === 'string'),
  )
}
