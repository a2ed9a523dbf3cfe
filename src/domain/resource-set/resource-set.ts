import { oncePerObject } from '../object/once-per-object.ts'
import { FieldReader } from './field-reader.ts'
import { isFields } from '../object/fields.ts'

/** What a ClusterResourceSet does with sources that it has applied before. */
export type Strategy = 'ApplyOnce' | 'Reconcile'

/** One entry of `spec.resources`: a source in the namespace of the ClusterResourceSet. */
export interface ResourceRef {
  readonly kind: 'ConfigMap' | 'Secret'
  readonly name: string
}

/** A ClusterResourceSet, as far as its rules look at it. */
export interface ResourceSet {
  readonly name: string
  readonly namespace: string
  readonly creationTimestamp: string
  readonly finalizers: readonly string[]
  readonly isBeingDeleted: boolean
  readonly isPaused: boolean
  readonly strategy: Strategy
  /** As it stands in the spec; `selectCluster` says what it selects. */
  readonly clusterSelector: unknown
  readonly resources: readonly ResourceRef[]
}

const PAUSED_ANNOTATION = 'cluster.x-k8s.io/paused'

/** Reads a ClusterResourceSet (v1beta1 or v1beta2) from parsed YAML or JSON, or throws a ResourceSetError. */
export function readResourceSet(given: unknown): ResourceSet {
  return isFields(given) ? readOnce(given) : parseResourceSet(given)
}

// Asked for every cluster that it selects, at every look at each of them.
const readOnce = oncePerObject(parseResourceSet)

function parseResourceSet(given: unknown): ResourceSet {
  const object = new FieldReader(given, 'RESOURCE_SET_SHAPE')
  const metadata = object.object('metadata')
  const spec = object.object('spec')
  return {
    name: metadata.string('name'),
    namespace: metadata.string('namespace'),
    creationTimestamp: metadata.string('creationTimestamp'),
    finalizers: metadata.strings('finalizers'),
    isBeingDeleted: metadata.string('deletionTimestamp') !== '',
    // The annotation counts by being there: `paused: "false"` pauses too.
    isPaused: metadata.stringMap('annotations').has(PAUSED_ANNOTATION),
    strategy: readStrategy(spec),
    clusterSelector: spec.value('clusterSelector'),
    resources: spec.objects('resources').map(readRef),
  }
}

/** Reads kind and name of a source. */
export function readRef(fields: FieldReader): ResourceRef {
  const kind = fields.string('kind')
  if (kind !== 'ConfigMap' && kind !== 'Secret') return fields.refuse('kind', 'must be ConfigMap or Secret')
  return { kind, name: fields.string('name') }
}

/** Returns whether two references name the same source. */
export function isSameRef(a: ResourceRef, b: ResourceRef): boolean {
  return a.kind === b.kind && a.name === b.name
}

function readStrategy(spec: FieldReader): Strategy {
  const strategy = spec.string('strategy')
  // What the defaulting webhook makes of none.
  if (strategy === '') return 'ApplyOnce'
  if (strategy === 'ApplyOnce' || strategy === 'Reconcile') return strategy
  return spec.refuse('strategy', 'must be ApplyOnce or Reconcile')
}
