import { readSourceObjects, type SourceObject } from '../../domain/resource-set/read-source-objects.ts'
import { readResourceSet } from '../../domain/resource-set/resource-set.ts'
import { SourceError } from '../../domain/resource-set/source-error.ts'
import { readSource } from '../../domain/resource-set/source.ts'
import type { FolderProblem } from './folder-problem.ts'
import type { FolderObject } from './read-objects.ts'

/** Says which sources of ClusterResourceSets hold objects that no server can store: without a name, or without a kind. */
export function manifestProblems(objects: readonly FolderObject[]): readonly FolderProblem[] {
  const listed = new Set(
    objects
      .filter(({ object }) => object.kind === 'ClusterResourceSet')
      .map(({ object }) => readResourceSet(object))
      .flatMap(({ namespace, resources }) =>
        resources.map(({ kind, name }) => `${kind} ${namespace}/${name}`),
      ),
  )
  return objects
    .filter(({ object: { kind, metadata } }) => listed.has(`${kind} ${metadata.namespace}/${metadata.name}`))
    .flatMap(({ object, at }) =>
      nameless(object).map(({ key }) => ({
        code: 'BAD_SOURCE',
        at: at(['data', key], 'key'),
        message: `${object.kind} "${object.metadata.name}" contains an object without a name or kind in "${key}"`,
      })),
    )
}

// What cannot be read at all, Cluster API tells of in its own words.
function nameless(source: FolderObject['object']): readonly SourceObject[] {
  try {
    return readSourceObjects(readSource(source)).filter(
      ({ name, kind, apiVersion }) => name === '' || kind === '' || apiVersion === '',
    )
  } catch (error) {
    if (error instanceof SourceError) return []
    throw error
  }
}
