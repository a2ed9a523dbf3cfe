import type { GitObject } from '../change/delivery/delivery.ts'
import { type Fields, isFields, partOf, textIn } from '../object/fields.ts'
import { documentsIn } from '../yaml/document/split-documents.ts'
import { setScalar } from '../yaml/edit/set-scalar.ts'
import { readGoYaml } from '../yaml/read-go-yaml.ts'
import { YamlError } from '../yaml/yaml-error.ts'

type Named = Pick<GitObject, 'kind' | 'namespace' | 'name'>
type Change = (text: string) => string

/** Changes one object of a file of several, or one that a ConfigMap of it carries; undefined if it is in neither. */
export function editObject(text: string, object: Named, change: Change): string | undefined {
  if (text.includes('\r\n')) return undefined
  const documents = [...documentsIn(text)].map(document => ({ document, value: read(document.text) }))
  // A manifest without a namespace may get one on its way; one with another namespace is another object.
  const own = documents.filter(({ value }) => isObject(value, object))
  const found =
    own.find(({ value }) => namespaceOf(value) === object.namespace) ??
    own.find(({ value }) => namespaceOf(value) === '')
  if (found) {
    const { document } = found
    return text.slice(0, document.start) + change(document.text) + text.slice(document.end)
  }
  for (const { document, value } of documents) {
    if (textIn(value, 'kind') !== 'ConfigMap') continue
    for (const [key, inner] of Object.entries(partOf(value, 'data'))) {
      const edited = typeof inner === 'string' ? editObject(inner, object, change) : undefined
      if (edited === undefined) continue
      const host = setScalar(document.text, ['data', key], edited)
      return text.slice(0, document.start) + host + text.slice(document.end)
    }
  }
  return undefined
}

function isObject(value: Fields, { kind, name }: Named): boolean {
  return textIn(value, 'kind') === kind && textIn(partOf(value, 'metadata'), 'name') === name
}

function namespaceOf(value: Fields): string {
  return textIn(partOf(value, 'metadata'), 'namespace')
}

function read(text: string): Fields {
  try {
    const value = readGoYaml(text)
    return isFields(value) ? value : {}
  } catch (error) {
    if (error instanceof YamlError) return {}
    throw error
  }
}
