import type { Place } from '../../pack/pack-problem.ts'
import { documentsIn, type DocumentText, offsetsInWhole } from '../../yaml/document/split-documents.ts'
import { nodeAt, type YamlPath } from '../../yaml/node/node-at.ts'
import { parseNode } from '../../yaml/node/parse-node.ts'
import type { YamlNode } from '../../yaml/node/yaml-node.ts'
import { type Position, positionsIn } from '../../yaml/position.ts'
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
  let positions: ReturnType<typeof positionsIn> | undefined
  const file = { path, text, positionOf: (offset: number) => (positions ??= positionsIn(text))(offset) }
  try {
    for (const part of documentsIn(text)) {
      const read = readDocument(file, part, problems)
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
  readonly positionOf: (offset: number) => Position
}

function readDocument(
  file: WholeFile,
  part: DocumentText,
  problems: ReadingProblem[],
): LintDocument | undefined {
  const places = placesIn(file, part)
  try {
    return documentOf(part, readStrictYaml(part.text), places)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const isDouble = error.code === 'DUPLICATE_KEY'
    const place = places.at(error.offset)
    problems.push({ kind: isDouble ? 'duplicate-key' : 'invalid', place, message: error.reason })
    return isDouble ? documentOf(part, readGoYaml(part.text), places) : undefined
  }
}

interface Places {
  readonly path: string
  readonly at: (offset: number) => Place
}

// Neither lines nor dropped carriage returns are counted before a place is asked for.
function placesIn({ path, text, positionOf }: WholeFile, document: DocumentText): Places {
  let inWhole: ReturnType<typeof offsetsInWhole> | undefined
  return {
    path,
    at: offset => {
      inWhole ??= offsetsInWhole(text, document)
      const { line, column } = positionOf(inWhole(offset))
      return { path, line, column }
    },
  }
}

function documentOf(text: DocumentText, value: YamlValue, places: Places): LintDocument | undefined {
  if (value === null) return undefined
  let node: YamlNode | undefined
  const root = () => (node ??= parseNode(text.text))
  return { path: places.path, text, value, node: root, placeOf: placeFinder(root, places.at) }
}

function placeFinder(root: () => YamlNode | undefined, placeAt: Places['at']): PlaceOf {
  return (path = [], part = 'value') => {
    const top = root()
    if (!top) return placeAt(0)
    for (let length = path.length; length >= 0; length--) {
      const found = nodeAt(top, path.slice(0, length))
      if (!found) continue
      const wanted = part === 'key' && length === path.length ? (found.key ?? found.node) : found.node
      return placeAt(wanted.start)
    }
    return placeAt(0)
  }
}

function lineOf({ line, column }: YamlError): { readonly line: number; readonly column: number } {
  return { line, column }
}
