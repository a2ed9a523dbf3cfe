import { readFitout, type FitoutReading } from '../../domain/api/read-fitout.ts'
import { compileLabelSelector } from '../../domain/labels/label-selector.ts'
import { matchesSelector } from '../../domain/labels/selector.ts'
import { SelectorError } from '../../domain/labels/selector-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { field } from './read-cluster.ts'

/** The Fitout of a cluster, and those that would have it if it were not there. */
export interface Owner {
  readonly object: KubeObject
  readonly reading: FitoutReading
  readonly others: readonly KubeObject[]
}

/** Finds the Fitout that has a cluster: of those that select it the oldest, and of equally old ones the first by name. */
export function ownerOf(cluster: KubeObject, fitouts: readonly KubeObject[]): Owner | undefined {
  const [object, ...others] = fitouts
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .filter(fitout => selects(fitout, cluster))
    .toSorted(byAge)
  return object && { object, reading: readingOf(object), others }
}

// Followed objects are never changed, and every look at every cluster asks for the reading of its Fitout.
const readings = new WeakMap<KubeObject, FitoutReading>()

/** What a Fitout that is followed says. */
export function readingOf(fitout: KubeObject): FitoutReading {
  const reading = readings.get(fitout) ?? readFitout(fitout)
  readings.set(fitout, reading)
  return reading
}

/** Whether a Fitout selects a Cluster. One whose selector cannot be read selects nothing. */
export function selects(fitout: KubeObject, cluster: KubeObject): boolean {
  const selector = field(fitout['spec'], 'clusterSelector')
  if (selector === undefined || selector === null) return false
  try {
    return matchesSelector(compileLabelSelector(selector), cluster.metadata.labels)
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}

function byAge({ metadata: a }: KubeObject, { metadata: b }: KubeObject): number {
  const [first, second] = [`${a.creationTimestamp} ${a.name}`, `${b.creationTimestamp} ${b.name}`]
  return first < second ? -1 : Number(first > second)
}
