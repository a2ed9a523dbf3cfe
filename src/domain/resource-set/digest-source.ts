import { hashSource } from './hash-source.ts'
import { readSourceObjects } from './read-source-objects.ts'
import type { ResourceRef } from './resource-set.ts'
import { SourceError } from './source-error.ts'
import type { Source } from './source.ts'

/** What there is to know of a source without its values, which may have a megabyte. */
export interface SourceDigest extends ResourceRef, Pick<Source, 'namespace' | 'type'> {
  /** As a binding holds it. */
  readonly hash: string
  /** Why Cluster API cannot read it, if it cannot. */
  readonly error: SourceError | undefined
}

/** Reads a source for good: its values are not needed any more. */
export function digestSource(source: Source): SourceDigest {
  const { kind, name, namespace, type } = source
  return { kind, name, namespace, type, hash: hashSource(source), error: readError(source) }
}

function readError(source: Source): SourceError | undefined {
  try {
    readSourceObjects(source)
    return undefined
  } catch (error) {
    if (error instanceof SourceError) return error
    throw error
  }
}
