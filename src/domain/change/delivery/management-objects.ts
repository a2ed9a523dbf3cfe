import { readFitout } from '../../validation/read-fitout.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import { compileLabelSelector } from '../../labels/label-selector.ts'
import { SelectorError } from '../../labels/selector-error.ts'
import { type Labels, matchesSelector } from '../../labels/selector.ts'
import { type Fields, partOf, textIn } from '../../object/fields.ts'
import { readResourceSet, type ResourceSet } from '../../resource-set/resource-set.ts'
import { ResourceSetError } from '../../resource-set/resource-set-error.ts'
import type { GitObject } from './delivery.ts'

/** What the objects of one API server say about clusters. */
export interface ManagementObjects {
  readonly clusters: readonly GitObject[]
  readonly resourceSets: readonly ResourceSet[]
  readonly fitouts: readonly Fitout[]
  /** ConfigMaps and Secrets by kind, namespace and name. */
  readonly sources: ReadonlyMap<string, GitObject>
}

/** Sorts what a management cluster has. */
export function managementObjects(objects: readonly GitObject[]): ManagementObjects {
  const clusters: GitObject[] = []
  const resourceSets: ResourceSet[] = []
  const fitouts: Fitout[] = []
  const sources = new Map<string, GitObject>()
  for (const object of objects) {
    const { group, kind, content } = object
    if (group === 'cluster.x-k8s.io' && kind === 'Cluster') clusters.push(object)
    else if (group === 'addons.cluster.x-k8s.io' && kind === 'ClusterResourceSet')
      resourceSets.push(...setIn(content))
    else if (group === 'fitout.dev' && kind === 'Fitout') fitouts.push(...fitoutIn(content))
    else if (group === '' && (kind === 'ConfigMap' || kind === 'Secret'))
      sources.set(sourceKey(kind, object.namespace, object.name), object)
  }
  return { clusters, resourceSets, fitouts, sources }
}

/** Whether an object makes its API server a management cluster. */
export function isOfManagement({ group, kind }: Pick<GitObject, 'group' | 'kind'>): boolean {
  return (
    (group === 'cluster.x-k8s.io' && (kind === 'Cluster' || kind === 'ClusterClass')) ||
    (group === 'addons.cluster.x-k8s.io' && kind === 'ClusterResourceSet') ||
    (group === 'fitout.dev' && kind === 'Fitout')
  )
}

/** How a source of a ClusterResourceSet is found. */
export function sourceKey(kind: string, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`
}

function setIn(content: Fields): readonly ResourceSet[] {
  try {
    return [readResourceSet(content)]
  } catch (error) {
    // Lint says what is wrong with it; Cluster API takes nothing from it.
    if (error instanceof ResourceSetError) return []
    throw error
  }
}

function fitoutIn(content: Fields): readonly Fitout[] {
  const reading = readFitout(content)
  return reading.kind === 'valid' ? [reading.fitout] : []
}

/** The Fitout that has a cluster: of several, the first by name, as nobody knows their age. */
export function fitoutFor(
  fitouts: readonly Fitout[],
  { namespace, labels }: { readonly namespace: string; readonly labels: Labels },
): Fitout | undefined {
  return fitouts
    .filter(({ metadata, spec }) => metadata.namespace === namespace && selects(spec.clusterSelector, labels))
    .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))[0]
}

function selects(selector: unknown, labels: Labels): boolean {
  try {
    return matchesSelector(compileLabelSelector(selector), labels)
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}

/** The labels of an object that are texts. */
export function ownLabelsOf(content: Fields): Labels {
  const labels = Object.entries(partOf(partOf(content, 'metadata'), 'labels'))
  return Object.fromEntries(labels.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** The version that a Cluster is to have. */
export function plannedKubernetes(content: Fields): string | undefined {
  const version = textIn(partOf(partOf(content, 'spec'), 'topology'), 'version')
  return version === '' ? undefined : version
}
