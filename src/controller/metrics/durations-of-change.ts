import { readClusterFitout } from '../../domain/validation/read-fitout.ts'
import type { ClusterFitout } from '../../domain/api/schema/cluster-fitout-schema.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Change } from '../../engine/follow/change.ts'

/** Something that has come to its end for the first time, and how long it took. */
export interface Duration {
  /** By namespace and name. */
  readonly fitout: string
  /** The step that was proven; undefined for all of the cluster. */
  readonly step: string | undefined
  readonly seconds: number
}

/** What the change of a ClusterFitout shows to have come to its end: steps, and perhaps the whole. */
export function durationsOfChange(change: Change): readonly Duration[] {
  if (change.kind !== 'changed') return []
  const [before, after] = [read(change.before), read(change.after)]
  if (!before || !after) return []
  const fitout = `${change.after.metadata.namespace}/${after.spec.fitout}`
  const proven = provenBetween(before, after)
  const steps = proven.flatMap(({ name, openedAt, readyAt }) => {
    const seconds = secondsBetween(openedAt, readyAt)
    return seconds === undefined ? [] : [{ fitout, step: name, seconds }]
  })
  // A cluster that gets ready again has nothing that was proven for the first time.
  const isReady = proven.length > 0 && after.status?.state === 'Ready'
  const seconds = isReady ? secondsToReady(change.after, after) : undefined
  return seconds === undefined ? steps : [...steps, { fitout, step: undefined, seconds }]
}

function read(object: KubeObject): ClusterFitout | undefined {
  const reading = readClusterFitout(object)
  return reading.kind === 'valid' ? reading.clusterFitout : undefined
}

function provenBetween({ status: before }: ClusterFitout, { status: after }: ClusterFitout) {
  // What was proven of an earlier cluster of the same name was not proven of this one.
  const isSame = before?.cluster?.uid === after?.cluster?.uid
  const known = new Set(
    before?.steps?.filter(({ readyAt }) => isSame && readyAt !== undefined).map(({ name }) => name),
  )
  return (after?.steps ?? []).filter(({ name, readyAt }) => readyAt !== undefined && !known.has(name))
}

function secondsToReady({ metadata }: KubeObject, { status }: ClusterFitout): number | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  return secondsBetween(metadata.creationTimestamp, ready?.lastTransitionTime)
}

function secondsBetween(from: string | undefined, to: string | undefined): number | undefined {
  const [start, end] = [readInstant(from), readInstant(to)]
  return start === undefined || end === undefined ? undefined : Math.max(0, end - start) / 1000
}
