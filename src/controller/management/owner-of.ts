import { readFitout, type FitoutReading } from '../../domain/validation/read-fitout.ts'
import { gateInSelectorOf } from '../../domain/validation/rules/gate-rules.ts'
import { oncePerObject } from '../../domain/object/once-per-object.ts'
import { compileLabelSelector } from '../../domain/labels/label-selector.ts'
import { matchesSelector, type Selector, selectsNothing } from '../../domain/labels/selector.ts'
import { SelectorError } from '../../domain/labels/selector-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { fieldIn } from './read-cluster.ts'

/** Which Fitout of a namespace has which cluster. */
export interface Owners {
  /** The name of the Fitout that has a cluster: of those that select it the oldest, and of equally old ones the first by name. */
  readonly ownerOf: (cluster: KubeObject) => string | undefined
  /** What a Fitout says, and what is wrong with it among the others of its namespace: a gate must not select for any of them. */
  readonly read: (fitout: KubeObject) => FitoutReading
}

/**
 * Puts the Fitouts of a namespace in order, so that many questions cost little.
 *
 * The answers hold for as long as none of these Fitouts changes in more than its status.
 */
export function ownersAmong(fitouts: readonly KubeObject[]): Owners {
  const claims = fitouts
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .toSorted(byAge)
    .map(fitout => ({ name: fitout.metadata.name, selector: clusterSelectorOf(fitout) }))
  const placesOf = bySelectedLabel(fitouts)
  const selectingBy = (labels: readonly string[]) =>
    [...new Set(labels.flatMap(placesOf))].toSorted((a, b) => a - b).flatMap(place => fitouts[place] ?? [])
  return {
    ownerOf: oncePerObject(
      ({ metadata }) => claims.find(({ selector }) => matchesSelector(selector, metadata.labels))?.name,
    ),
    read: oncePerObject(fitout => readAmong(fitout, selectingBy)),
  }
}

function readAmong(
  fitout: KubeObject,
  selectingBy: (labels: readonly string[]) => readonly KubeObject[],
): FitoutReading {
  const reading = readFitout(fitout)
  if (reading.kind !== 'valid') return reading
  // It does not select by its own gates: then it would not be valid.
  const gates = reading.fitout.spec.steps.flatMap(({ gate }) => (gate ? [gate.label] : []))
  const problems = selectingBy(gates)
    .map(readFitout)
    .flatMap(other => (other.kind === 'misshapen' ? [] : gateInSelectorOf(reading.fitout, other.fitout)))
  return problems.length === 0 ? reading : { kind: 'invalid', fitout: reading.fitout, problems }
}

/** The clusters that a Fitout chooses. One whose selector cannot be read chooses none. */
export function clusterSelectorOf(fitout: KubeObject): Selector {
  const selector = fieldIn(fitout['spec'], 'clusterSelector')
  if (selector === undefined || selector === null) return selectsNothing
  try {
    return compileLabelSelector(selector)
  } catch (error) {
    if (error instanceof SelectorError) return selectsNothing
    throw error
  }
}

// Not by parsing them all: one is parsed when it turns out to select by a gate.
function bySelectedLabel(fitouts: readonly KubeObject[]): (label: string) => readonly number[] {
  const places = new Map<unknown, number[]>()
  for (const [place, fitout] of fitouts.entries()) {
    for (const label of selectedLabels(fieldIn(fitout['spec'], 'clusterSelector'))) {
      const known = places.get(label)
      if (known) known.push(place)
      else places.set(label, [place])
    }
  }
  return label => places.get(label) ?? []
}

function selectedLabels(selector: unknown): ReadonlySet<unknown> {
  const [matched, expressions] = [fieldIn(selector, 'matchLabels'), fieldIn(selector, 'matchExpressions')]
  return new Set<unknown>([
    ...(typeof matched === 'object' && matched !== null ? Object.keys(matched) : []),
    ...(Array.isArray(expressions) ? expressions.map(expression => fieldIn(expression, 'key')) : []),
  ])
}

function byAge({ metadata: a }: KubeObject, { metadata: b }: KubeObject): number {
  const [first, second] = [`${a.creationTimestamp} ${a.name}`, `${b.creationTimestamp} ${b.name}`]
  return first < second ? -1 : Number(first > second)
}
