import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { Fitout } from '../../domain/api/schema/fitout-schema.ts'
import { compileLabelSelector } from '../../domain/labels/label-selector.ts'
import { matchesSelector, type Selector } from '../../domain/labels/selector.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { FolderProblem } from './folder-problem.ts'
import { labelsFor } from '../assume/labels-for.ts'
import type { FolderObject } from './read-objects.ts'
import type { FolderContent, FolderFitout } from './sort-objects.ts'

/** A Cluster of the simulated fleet. */
export interface MadeCluster {
  readonly object: KubeObject
  readonly fitout: Fitout
  /** The Cluster of the user that it is, or is a copy of; a sample is of none. */
  readonly from: FolderObject | undefined
}

/** The Clusters of a fleet, or why there are none. */
export interface FleetClusters {
  readonly clusters: readonly MadeCluster[]
  readonly problems: readonly FolderProblem[]
}

/** How many samples there are by default. */
const SAMPLE_CLUSTERS = 3

const LONGEST_NAME = 50

/**
 * Finds the Clusters of each Fitout, and makes those that lack.
 *
 * Without a `count` all that the user has are taken. With one there are so many for each Fitout: the first of the
 * user's, then copies of them. A Fitout that selects none of the user's gets samples.
 */
export function makeClusters(content: FolderContent, count?: number): FleetClusters {
  const taken = new Set(content.clusters.map(({ object }) => keyOf(object)))
  const made = content.fitouts.map(one => clustersOf(one, { content, count, taken }))
  const clusters = made.flatMap(one => one.clusters)
  return {
    clusters,
    problems: [...made.flatMap(one => one.problems), ...selectedTwice(content.fitouts, clusters)],
  }
}

interface Making {
  readonly content: FolderContent
  readonly count: number | undefined
  /** Names that are in use; what is made is added. */
  readonly taken: Set<string>
}

function clustersOf({ fitout, from }: FolderFitout, { content, count, taken }: Making): FleetClusters {
  const selector = selectorOf(fitout)
  const given = content.clusters.filter(({ object }) => isSelected({ fitout, selector }, object))
  const wanted = count ?? (given.length > 0 ? given.length : SAMPLE_CLUSTERS)
  const own = given.slice(0, wanted).map(one => ({ object: one.object, fitout, from: one }))
  const labels = given.length > 0 ? {} : labelsFor(selector)
  if (labels === undefined) {
    const message = 'no Cluster can match its clusterSelector'
    return {
      clusters: [],
      problems: [{ code: 'SELECTOR_IMPOSSIBLE', at: from.at(['spec', 'clusterSelector']), message }],
    }
  }
  const more = Array.from({ length: wanted - own.length }, (_, index) => {
    const template = given[index % Math.max(1, given.length)]
    const object = template ? copyOf(template.object, taken) : sampleFor(fitout, labels, taken)
    return { object, fitout, from: template }
  })
  return { clusters: [...own, ...more], problems: [] }
}

function selectorOf({ spec }: Fitout): Selector {
  return compileLabelSelector(spec.clusterSelector)
}

function isSelected(
  { fitout, selector }: { readonly fitout: Fitout; readonly selector: Selector },
  { metadata }: KubeObject,
): boolean {
  return metadata.namespace === fitout.metadata.namespace && matchesSelector(selector, metadata.labels)
}

function copyOf(cluster: KubeObject, taken: Set<string>): KubeObject {
  const { name, namespace = '' } = cluster.metadata
  const copy = freeName(`${name.slice(0, LONGEST_NAME)}-copy`, namespace, taken)
  return { ...cluster, metadata: { ...cluster.metadata, name: copy } }
}

function sampleFor(
  { metadata }: Fitout,
  labels: Readonly<Record<string, string>>,
  taken: Set<string>,
): KubeObject {
  const { name, namespace = '' } = metadata
  // A Fitout may have dots in its name, and a Cluster may not.
  const sample = freeName(name.slice(0, LONGEST_NAME).replaceAll('.', '-'), namespace, taken)
  return {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name: sample, namespace, labels },
    spec: {},
  }
}

function freeName(stem: string, namespace: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const name = `${stem}-${number}`
    if (taken.has(qualifiedName({ namespace, name }))) continue
    taken.add(qualifiedName({ namespace, name }))
    return name
  }
}

function keyOf({ metadata }: KubeObject): string {
  return qualifiedName(metadata)
}

/** A Cluster has one Fitout. Each pair of Fitouts is told of once, with the first Cluster that both select. */
function selectedTwice(
  fitouts: readonly FolderFitout[],
  clusters: readonly MadeCluster[],
): readonly FolderProblem[] {
  const told = new Set<string>()
  // The last first: it is the one that came to the others.
  return [...fitouts.entries()].toReversed().flatMap(([index, { fitout, from }]) => {
    const question = { fitout, selector: selectorOf(fitout) }
    return clusters.flatMap(({ object, fitout: other }) => {
      const otherIndex = fitouts.findIndex(one => one.fitout === other)
      const pair = `${Math.min(index, otherIndex)} ${Math.max(index, otherIndex)}`
      if (index === otherIndex || told.has(pair) || !isSelected(question, object)) return []
      told.add(pair)
      const there = fitouts[otherIndex]?.from.at() ?? ''
      const message = `Fitout "${fitout.metadata.name}" and Fitout "${other.metadata.name}" (${there}) both select Cluster "${object.metadata.name}", which can have only one`
      return [{ code: 'SELECTED_TWICE', at: from.at(['spec', 'clusterSelector']), message }]
    })
  })
}
