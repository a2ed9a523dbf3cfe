import { parseNode } from '../node/parse-node.ts'
import { positionAt } from '../position.ts'
import { readGoYaml } from '../read-go-yaml.ts'
import { YamlError } from '../yaml-error.ts'
import type { YamlValue } from '../yaml-value.ts'
import { documentsIn, type DocumentText, offsetsInWhole } from './split-documents.ts'

/** An object of a text with several documents. */
export interface ReadDocument {
  readonly value: YamlObject
  readonly document: DocumentText
}

/** A document that is an object, as all manifests are. */
type YamlObject = Readonly<Record<string, YamlValue>>

/**
 * Reads all objects of a text as Cluster API does. Documents without a value are dropped, all others must be objects.
 *
 * Errors are located in the whole text. `read` may be stricter than Cluster API: readStrictYaml. All is done in one go,
 * however long the text: whoever must not stop for the time of a pack takes objectsIn.
 */
export function readDocuments(text: string, read: Reader = readGoYaml): ReadDocument[] {
  return [...objectsIn(text, read)]
}

/** Does the same object by object, so that others can work in between. @internal */
export function* objectsIn(text: string, read: Reader = readGoYaml): Generator<ReadDocument> {
  for (const document of documentsIn(text)) {
    const value = inWhole(text, document, () => read(document.text))
    if (value === null) continue
    if (!isObject(value)) throw notAnObject(text, document)
    yield { value, document }
  }
}

type Reader = (text: string) => YamlValue

function inWhole<Result>(text: string, document: DocumentText, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const inWholeText = offsetsInWhole(text, document)
    const position = (offset: number) => positionAt(text, inWholeText(offset))
    const first = error.first && position(error.first.offset)
    throw new YamlError(error.code, error.reason, { ...position(error.offset), first })
  }
}

function notAnObject(text: string, document: DocumentText): YamlError {
  const start = parseNode(document.text)?.start ?? 0
  const position = positionAt(text, offsetsInWhole(text, document)(start))
  return new YamlError('NOT_AN_OBJECT', 'a document that is not a mapping', position)
}

function isObject(value: YamlValue): value is YamlObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
