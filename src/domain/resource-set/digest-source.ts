import { hashSource } from './hash-source.ts'
import { readSourceObjects, type SourceObject } from './read-source-objects.ts'
import type { ResourceRef } from './resource-set.ts'
import { SourceError } from './source-error.ts'
import type { Source } from './source.ts'

/** What there is to know of a source without its values, which may have a megabyte. */
export interface SourceDigest extends ResourceRef, Pick<Source, 'namespace' | 'type'> {
  /** As a binding holds it. */
  readonly hash: string
  /** Which objects it brings, as `idOfObject` names them; none if it cannot be read. */
  readonly objects: readonly string[]
  /** Why Cluster API cannot read it, if it cannot. */
  readonly error: SourceError | undefined
}

/** Reads a source for good: its values are not needed any more. */
export function digestSource(source: Source): SourceDigest {
  const { kind, name, namespace, type } = source
  return { kind, name, namespace, type, hash: hashSource(source), ...contentOf(source) }
}

/** The same text for the same object, in whichever version of its kind. */
export function idOfObject({
  apiVersion,
  kind,
  namespace = '',
  name,
}: Pick<SourceObject, 'apiVersion' | 'kind' | 'name'> & { readonly namespace?: string | undefined }): string {
  const group = apiVersion.includes('/') ? (apiVersion.split('/', 1)[0] ?? '') : ''
  return `${group}/${kind}/${namespace}/${name}`
}

function contentOf(source: Source): Pick<SourceDigest, 'objects' | 'error'> {
  try {
    return { objects: readSourceObjects(source).map(idOfObject), error: undefined }
  } catch (error) {
    if (error instanceof SourceError) return { objects: [], error }
    throw error
  }
}
