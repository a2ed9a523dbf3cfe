import { type Fields, partOf, textIn } from '../object/fields.ts'

/** Label, or annotation, by which an object in a shared folder names its cluster. File names say nothing: `a-b-c` can be `a` or `a-b`. */
export const CLUSTER_LABEL = 'fitout.dev/cluster'

/** Annotation that every applied object carries: the record that it is in, as `namespace/cluster`. */
export const APPLIED_BY = 'fitout.dev/applied-by'

/** Annotation with which an object stays on the cluster when it is removed from Git: `disabled`. */
const PRUNE = 'fitout.dev/prune'

/** Who applies all that `fitout apply` applies, as managedFields names it. Flux strips what a manager `kubectl…` wrote. */
export const FIELD_MANAGER = 'fitout-apply'

/** What an object says about who keeps it. */
export type Keeper =
  | { readonly kind: 'own' }
  /** Another owner took it over, or it was never ours. */
  | { readonly kind: 'other'; readonly who: string }
  | { readonly kind: 'protected' }

// In this order: what must not be pruned is not pruned, whichever rule keeps it.
const flux = [
  ['kustomize.toolkit.fluxcd.io', 'Flux Kustomization'],
  ['helm.toolkit.fluxcd.io', 'HelmRelease'],
] as const

/** Says who keeps an object on the cluster, as seen by `owner`. */
export function ownershipOf(object: Fields, owner: string): Keeper {
  const metadata = partOf(object, 'metadata')
  const [labels, annotations] = [partOf(metadata, 'labels'), partOf(metadata, 'annotations')]
  if (textIn(annotations, PRUNE) === 'disabled') return { kind: 'protected' }
  for (const [group, kind] of flux) {
    const name = textIn(labels, `${group}/name`)
    if (name !== '') return { kind: 'other', who: `${kind} ${textIn(labels, `${group}/namespace`)}/${name}` }
  }
  const release = textIn(annotations, 'meta.helm.sh/release-name')
  if (release !== '') return { kind: 'other', who: `Helm release "${release}"` }
  return isOfRecord(applierOf(object), owner) ? { kind: 'own' } : { kind: 'other', who: 'another owner' }
}

/** The record that an object says it is in; empty for none. */
export function applierOf(object: Fields): string {
  return textIn(partOf(partOf(object, 'metadata'), 'annotations'), APPLIED_BY)
}

/**
 * Whether an object that names this applier is in the record of `owner`. A namespace has one record, so the name of the
 * cluster does not count: it is another one after the cluster was renamed.
 */
export function isOfRecord(applier: string, owner: string): boolean {
  const [namespace] = owner.split('/')
  return applier.startsWith(`${namespace}/`)
}

/** The cluster that an object names as its own; undefined if it names none. */
export function clusterOf(content: Fields): string | undefined {
  const metadata = partOf(content, 'metadata')
  const named = ['labels', 'annotations'].map(part => partOf(metadata, part)[CLUSTER_LABEL])
  return named.find((name): name is string => typeof name === 'string')
}
