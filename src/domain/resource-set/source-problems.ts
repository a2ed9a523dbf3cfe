import { configMapKeyProblems } from '../names/config-map-key.ts'
import { readSourceObjects } from './read-source-objects.ts'
import { type Source, hasWrongType } from './source.ts'
import { SourceError, type SourceErrorCode } from './source-error.ts'

/** Something that keeps a source from being stored or applied. */
export interface SourceIssue {
  readonly code: 'BAD_KEY' | 'WRONG_TYPE' | SourceErrorCode
  readonly message: string
  /** The key of `data` that it is about, if it is about one. */
  readonly key?: string | undefined
}

/** Lists everything that keeps a source from being stored or applied; empty when it is accepted. */
export function sourceProblems(source: Source): readonly SourceIssue[] {
  return [...keyProblems(source), ...typeProblems(source), ...contentProblems(source)]
}

function keyProblems({ values }: Source): readonly SourceIssue[] {
  return values.flatMap(({ key }) =>
    configMapKeyProblems(key).map(problem => ({
      code: 'BAD_KEY' as const,
      message: `key "${key}": ${problem}`,
      key,
    })),
  )
}

function typeProblems(source: Source): readonly SourceIssue[] {
  if (!hasWrongType(source)) return []
  return [{ code: 'WRONG_TYPE', message: `type "${source.type}" is not supported` }]
}

function contentProblems(source: Source): readonly SourceIssue[] {
  try {
    readSourceObjects(source)
    return []
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return [{ code: error.code, message: error.reason, key: error.place?.key }]
  }
}
