import type { ObjectPath } from '../../domain/envsubst/object-path.ts'
import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import { type DocumentText, documentsIn, offsetsInWhole } from '../../domain/yaml/document/split-documents.ts'
import { type Locator, locatorOf } from '../../domain/yaml/locate.ts'
import { positionAt } from '../../domain/yaml/position.ts'
import { readStrictYaml } from '../../domain/yaml/read-go-yaml.ts'
import { YamlError } from '../../domain/yaml/yaml-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { FolderProblem } from './folder-problem.ts'

/** A file, or what came by standard input. */
export interface FolderText {
  /** As messages name it. */
  readonly path: string
  readonly text: string
}

/** An object of the user. */
export interface FolderObject {
  readonly object: KubeObject
  /** Says where it stands, or one of its fields; of a field that is not there, what would hold it. */
  readonly at: (field?: ObjectPath, part?: 'key' | 'value') => string
}

/** All objects that were found, and all that cannot be read. */
export interface ObjectReading {
  readonly objects: readonly FolderObject[]
  readonly problems: readonly FolderProblem[]
}

/** Finds the objects in texts. What is no manifest, such as a list of patches or the values of a chart, is passed over. */
export function readObjects(texts: readonly FolderText[]): ObjectReading {
  const objects: FolderObject[] = []
  const problems: FolderProblem[] = []
  for (const file of texts) {
    try {
      for (const document of documentsIn(file.text)) {
        const { object, problem } = readDocument(file, document)
        objects.push(...object)
        problems.push(...problem)
      }
    } catch (error) {
      if (!(error instanceof YamlError)) throw error
      // The documents themselves cannot be distinguished: nothing behind this place can be read.
      problems.push(badYaml(file.path, error))
    }
  }
  return { objects, problems }
}

interface DocumentReading {
  readonly object: readonly FolderObject[]
  readonly problem: readonly FolderProblem[]
}

function readDocument(file: FolderText, document: DocumentText): DocumentReading {
  const { path, text } = file
  try {
    const value = readStrictYaml(document.text)
    if (!isFields(value) || textIn(value, 'apiVersion') === '' || textIn(value, 'kind') === '')
      return { object: [], problem: [] }
    const head = partOf(value, 'metadata')
    const metadata = {
      ...head,
      name: textIn(head, 'name'),
      namespace: textIn(head, 'namespace') || undefined,
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its head is there; whoever uses the rest looks at it
    const object = { ...value, metadata } as unknown as KubeObject
    return { object: [{ object, at: placeIn(file, document) }], problem: [] }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const { line, column } = positionAt(text, offsetsInWhole(text, document)(error.offset))
    return { object: [], problem: [badYaml(path, { line, column, reason: error.reason })] }
  }
}

function badYaml(path: string, { line, column, reason }: Pick<YamlError, 'line' | 'column' | 'reason'>) {
  return { code: 'BAD_YAML', at: `${path}:${line}:${column}`, message: reason } as const
}

function placeIn({ path, text }: FolderText, document: DocumentText): FolderObject['at'] {
  // Made when it is asked for: nearly no object has anything wrong with it.
  let locate: Locator | undefined
  return (field = [], part = 'value') => {
    locate ??= locatorOf(text, document)
    for (let length = field.length; length >= 0; length--) {
      const found = locate(field.slice(0, length), length === field.length ? part : 'value')
      if (found) return `${path}:${found.line}:${found.column}`
    }
    return path
  }
}
