import { type DocumentText, documentsIn, offsetsInWhole } from '../../yaml/document/split-documents.ts'
import { positionAt } from '../../yaml/position.ts'
import { readGoYaml } from '../../yaml/read-go-yaml.ts'
import { YamlError } from '../../yaml/yaml-error.ts'
import { type Fields, isFields } from '../../object/fields.ts'
import type { ResourceRef } from '../resource-set.ts'
import { SourceError, type SourceErrorCode } from '../source-error.ts'
import { type ReadingLimits, TOO_MANY_PARTS } from './reading-limits.ts'

/** One object of a YAML text, and where its document begins. */
export interface YamlObject {
  readonly content: Fields
  readonly offset: number
}

/** Which value of which source a text is, for messages. */
export interface ValueOrigin {
  readonly source: ResourceRef
  readonly key: string
  readonly text: string
}

/** Reads every document of a value, or throws a SourceError. Documents without content are passed over. */
export function readYamlObjects(origin: ValueOrigin, limits: ReadingLimits): readonly YamlObject[] {
  const objects: YamlObject[] = []
  try {
    for (const document of documentsIn(origin.text)) {
      if (!limits.mayHaveDocuments(1)) throw located({ ...tooMany, offset: document.start }, origin)
      const content = contentOf(document, origin, limits)
      if (content) objects.push({ content, offset: document.start })
    }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw located({ code: 'BAD_SEPARATOR', cause: error.reason, offset: error.offset }, origin)
  }
  return objects
}

const tooMany = { code: 'TOO_LARGE', cause: TOO_MANY_PARTS } as const

function contentOf(document: DocumentText, origin: ValueOrigin, limits: ReadingLimits): Fields | undefined {
  const value = readDocument(document, origin, limits)
  if (value === null) return undefined
  if (isFields(value)) return value
  const cause = 'a document that is not an object'
  throw located({ code: 'NOT_AN_OBJECT', cause, offset: document.start }, origin)
}

function readDocument(document: DocumentText, origin: ValueOrigin, limits: ReadingLimits): unknown {
  try {
    return readGoYaml(document.text, limits.nodes)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const offset = offsetsInWhole(origin.text, document)(error.offset)
    if (error.code === 'TOO_MANY_NODES') throw located({ ...tooMany, offset }, origin)
    throw located({ code: 'BAD_DOCUMENT', cause: error.reason, offset }, origin)
  }
}

interface Problem {
  readonly code: SourceErrorCode
  readonly cause: string
  readonly offset: number
}

function located({ code, cause, offset }: Problem, { source, key, text }: ValueOrigin): SourceError {
  const place = { key, ...positionAt(text, offset) }
  // A cause may quote the text, and that of a Secret is nobody's business.
  return new SourceError(code, source, {
    cause: source.kind === 'Secret' ? secretCauses[code] : cause,
    place,
  })
}

const secretCauses: Readonly<Record<SourceErrorCode, string>> = {
  NO_DATA: 'it has no data',
  VALUE_TOO_SHORT: 'a value that is too short',
  NOT_UTF8: 'a byte that is not UTF-8',
  BAD_SEPARATOR: 'text after a document separator',
  BAD_DOCUMENT: 'a document that is not YAML',
  NOT_AN_OBJECT: 'a document that is not an object',
  TOO_LARGE: TOO_MANY_PARTS,
}
