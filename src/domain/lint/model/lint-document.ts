import type { Place } from '../../pack/pack-problem.ts'
import { documentsIn, type DocumentText, offsetInWhole } from '../../yaml/document/split-documents.ts'
import { nodeAt, type YamlPath } from '../../yaml/node/node-at.ts'
import { parseNode } from '../../yaml/node/parse-node.ts'
import type { YamlNode } from '../../yaml/node/yaml-node.ts'
import { positionAt } from '../../yaml/position.ts'
import { readGoYaml, readStrictYaml } from '../../yaml/read-go-yaml.ts'
import { YamlError } from '../../yaml/yaml-error.ts'
import type { YamlValue } from '../../yaml/yaml-value.ts'

/** Which end of an entry a place is about. */
type EntryPart = 'key' | 'value'

/** Finds the place of a field or, if that is absent, of what it is absent from. */
export type PlaceOf = (path?: YamlPath, part?: EntryPart) => Place

/** One document of a file. */
export interface LintDocument {
  readonly path: string
  readonly text: DocumentText
  readonly value: YamlValue
  readonly placeOf: PlaceOf
  readonly node: () => YamlNode | undefined
}

/** Something that keeps a document from being read as it is meant. */
export interface ReadingProblem {
  readonly kind: 'invalid' | 'duplicate-key'
  readonly place: Place
  readonly message: string
}

/** The documents of a file, and what is wrong with the others. */
export interface FileReading {
  readonly documents: readonly LintDocument[]
  readonly problems: readonly ReadingProblem[]
}

/** Reads all documents of a file; one that cannot be read does not keep the others from it. */
export function readLintFile(path: string, text: string): FileReading {
  const documents: LintDocument[] = []
  const problems: ReadingProblem[] = []
  try {
    for (const part of documentsIn(text)) {
      const read = readDocument({ path, text }, part, problems)
      if (read !== undefined) documents.push(read)
    }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    problems.push({ kind: 'invalid', place: { path, ...lineOf(error) }, message: error.reason })
  }
  return { documents, problems }
}

interface WholeFile {
  readonly path: string
  readonly text: string
}

function readDocument(
  file: WholeFile,
  part: DocumentText,
  problems: ReadingProblem[],
): LintDocument | undefined {
  try {
    return documentOf(file, part, readStrictYaml(part.text))
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const isDouble = error.code === 'DUPLICATE_KEY'
    const place = placeAt(file, part, error.offset)
    problems.push({ kind: isDouble ? 'duplicate-key' : 'invalid', place, message: error.reason })
    return isDouble ? documentOf(file, part, readGoYaml(part.text)) : undefined
  }
}

function documentOf(file: WholeFile, text: DocumentText, value: YamlValue): LintDocument | undefined {
  if (value === null) return undefined
  let node: YamlNode | undefined
  const root = () => (node ??= parseNode(text.text))
  return { path: file.path, text, value, node: root, placeOf: placeFinder(file, text, root) }
}

function placeFinder(file: WholeFile, text: DocumentText, root: () => YamlNode | undefined): PlaceOf {
  return (path = [], part = 'value') => {
    const top = root()
    if (!top) return placeAt(file, text, 0)
    for (let length = path.length; length >= 0; length--) {
      const found = nodeAt(top, path.slice(0, length))
      if (!found) continue
      const wanted = part === 'key' && length === path.length ? (found.key ?? found.node) : found.node
      return placeAt(file, text, wanted.start)
    }
    return placeAt(file, text, 0)
  }
}

function placeAt({ path, text }: WholeFile, document: DocumentText, offset: number): Place {
  const { line, column } = positionAt(text, offsetInWhole(text, document, offset))
  return { path, line, column }
}

function lineOf({ line, column }: YamlError): { readonly line: number; readonly column: number } {
  return { line, column }
}
