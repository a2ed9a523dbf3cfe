import { readFitout, type FitoutReading } from '../../domain/api/read-fitout.ts'
import { gateInSelectorOf } from '../../domain/api/rules/gate-rules.ts'
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
  return object && { object, reading: readAmong(object, fitouts), others }
}

/** What a Fitout says, and what is wrong with it among the others of its namespace: a gate must not select for any of them. */
export function readAmong(fitout: KubeObject, fitouts: readonly KubeObject[]): FitoutReading {
  const reading = readFitout(fitout)
  if (reading.kind !== 'valid') return reading
  const problems = fitouts
    .filter(({ metadata }) => metadata.uid !== fitout.metadata.uid)
    .flatMap(one => {
      const other = readFitout(one)
      return other.kind === 'misshapen' ? [] : gateInSelectorOf(reading.fitout, other.fitout)
    })
  return problems.length === 0 ? reading : { kind: 'invalid', fitout: reading.fitout, problems }
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
