import { type Fields, isFields, partOf, textIn } from '../object/fields.ts'

/** The sources of a ClusterResourceSet that count as applied on one cluster. */
export interface AppliedSet {
  readonly resourceSet: string
  /** Kind and name of each. */
  readonly sources: readonly string[]
}

/** What a ClusterResourceSetBinding marks as applied, of these sets and in their order. */
export function appliedSets(binding: Fields, sets: readonly string[]): readonly AppliedSet[] {
  return entriesIn(binding)
    .map(entry => ({
      resourceSet: textIn(entry, 'clusterResourceSetName'),
      sources: resourcesIn(entry)
        .filter(({ applied }) => applied === true)
        .map(resource => `${textIn(resource, 'kind')} ${textIn(resource, 'name')}`),
    }))
    .filter(({ resourceSet, sources }) => sets.includes(resourceSet) && sources.length > 0)
    .toSorted((a, b) => sets.indexOf(a.resourceSet) - sets.indexOf(b.resourceSet))
}

/** The spec of a binding in which nothing of these sets counts as applied, so that Cluster API applies it again. */
export function withoutMarks(binding: Fields, sets: readonly string[]): Fields {
  const bindings = entriesIn(binding).map(entry =>
    sets.includes(textIn(entry, 'clusterResourceSetName'))
      ? { ...entry, resources: resourcesIn(entry).map(resource => ({ ...resource, applied: false })) }
      : entry,
  )
  return { ...partOf(binding, 'spec'), bindings }
}

function entriesIn(binding: Fields): readonly Fields[] {
  return fieldsIn(partOf(binding, 'spec')['bindings'])
}

function resourcesIn(entry: Fields): readonly Fields[] {
  return fieldsIn(entry['resources'])
}

function fieldsIn(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : []
}
