import { readFitout } from '../../src/domain/validation/read-fitout.ts'
import type { Fitout } from '../../src/domain/api/schema/fitout-schema.ts'
import { compileLabelSelector } from '../../src/domain/labels/label-selector.ts'
import { SelectorError } from '../../src/domain/labels/selector-error.ts'
import { matchesSelector } from '../../src/domain/labels/selector.ts'
import { readOrigin } from '../../src/domain/hand-over/wrap/hand-over-name.ts'
import { at, fieldsAt, textAt } from './history/fields.ts'
import type { Line } from './history/line.ts'
import type { Known, World } from './history/world.ts'

/** A Cluster by its place; the UID is that of the one that was there. */
export interface ClusterKey {
  readonly namespace: string
  readonly name: string
  readonly uid: string
}

/** Finds the plan that a Cluster has now: of those that select it the oldest, then the first by name. */
export function planOf(
  world: World,
  { namespace, name }: Pick<ClusterKey, 'namespace' | 'name'>,
): Fitout | undefined {
  const labels = fieldsAt(world.find('clusters', namespace, name), 'metadata', 'labels')
  const [first] = world
    .all('fitouts', namespace)
    .filter(fitout => selects(fitout, labels))
    .toSorted((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))
  return fitoutIn(first)
}

/** The labels that the plans of a namespace declare as gates, with their values. */
export function gatesIn(world: World, namespace: string | undefined): ReadonlyMap<string, string> {
  const plans = world.all('fitouts', namespace).flatMap(fitout => fitoutIn(fitout) ?? [])
  return new Map(plans.flatMap(gatesOf))
}

/** The gates of a plan: labels and their values. */
export function gatesOf({ spec }: Fitout): readonly (readonly [label: string, value: string])[] {
  return spec.steps.flatMap(({ gate }) => (gate ? [[gate.label, gate.value] as const] : []))
}

/** Which Cluster a write on the management cluster concerns; undefined for one that concerns none, such as a lease. */
export function concernedCluster(line: Line, world: World): ClusterKey | undefined {
  const named = nameOfConcerned(line, world)
  if (named === undefined) return undefined
  const namespace = line.namespace ?? ''
  const cluster = world.find('clusters', namespace, named.name)
  return { namespace, name: named.name, uid: named.uid ?? textAt(cluster, 'metadata', 'uid') ?? '' }
}

function nameOfConcerned(
  line: Line,
  world: World,
): { readonly name: string; readonly uid?: string } | undefined {
  const { resource, name = '', namespace, body } = line
  switch (resource) {
    case 'clusters':
      return { name, ...(line.uid === undefined ? {} : { uid: line.uid }) }
    case 'clusterfitouts':
      return { name }
    case 'clusterresourcesets':
    case 'secrets':
      return readOrigin(line.op === 'delete' ? world.find(resource, namespace, name) : body)
    case 'events': {
      const regarding = textAt(body, 'regarding', 'name')
      return regarding === undefined ? undefined : { name: regarding }
    }
    default:
      return undefined
  }
}

/** The UID of the Cluster that a line is about: the one that was answered, that it insists on, or that is there. */
export function uidOf({ object, uid, namespace, name }: Line, world: World): string {
  const there = world.find('clusters', namespace, name)
  return textAt(object, 'metadata', 'uid') ?? uid ?? textAt(there, 'metadata', 'uid') ?? ''
}

/** Whether Cluster API is told to leave a Cluster alone. */
export function isPaused(cluster: Known | undefined): boolean {
  const annotations = fieldsAt(cluster, 'metadata', 'annotations')
  return at(cluster, 'spec', 'paused') === true || 'cluster.x-k8s.io/paused' in annotations
}

const readings = new WeakMap<Known, ReturnType<typeof readFitout>>()

// The same plan is asked for at every write.
function fitoutIn(object: Known | undefined): Fitout | undefined {
  if (object === undefined) return undefined
  const reading = readings.get(object) ?? readFitout(object)
  readings.set(object, reading)
  return reading.kind === 'valid' ? reading.fitout : undefined
}

function selects(fitout: Known, labels: Readonly<Record<string, unknown>>): boolean {
  if (at(fitout, 'metadata', 'deletionTimestamp') !== undefined) return false
  try {
    const selector = compileLabelSelector(at(fitout, 'spec', 'clusterSelector'))
    return matchesSelector(selector, labels as Readonly<Record<string, string>>)
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}

function ageOf(fitout: Known): string {
  return `${textAt(fitout, 'metadata', 'creationTimestamp')} ${textAt(fitout, 'metadata', 'name')}`
}
