import type { YamlPath } from '../yaml/node/node-at.ts'
import { insertEntry } from '../yaml/edit/insert-item.ts'
import { setScalar } from '../yaml/edit/set-scalar.ts'
import { nodeAt } from '../yaml/node/node-at.ts'
import { parseNode } from '../yaml/node/parse-node.ts'
import type { ScalarValue } from '../yaml/scalar/resolve-scalar.ts'
import type { LintObject } from './model/lint-object.ts'
import type { LintEdit } from './rule.ts'

/** Gives a field of an object another value; undefined if the object stands in no document of its own. */
export function setField(object: LintObject, path: YamlPath, value: ScalarValue): LintEdit | undefined {
  return editOf(object, text => setScalar(text, [...object.within, ...path], value))
}

/** Gives an object a field that it has not. The part that it goes into must be there. */
export function addField(object: LintObject, path: YamlPath, value: ScalarValue): LintEdit | undefined {
  const key = String(path.at(-1))
  const into = [...object.within, ...path.slice(0, -1)]
  return editOf(object, text => insertEntry(text, into, [key, value]))
}

/** Gives an object an annotation, and the annotations if it has none. */
export function addAnnotation(object: LintObject, key: string, value: string): LintEdit | undefined {
  const metadata = [...object.within, 'metadata']
  return editOf(object, text => {
    const root = parseNode(text)
    const has = root && nodeAt(root, [...metadata, 'annotations'])?.node.kind === 'mapping'
    return has
      ? insertEntry(text, [...metadata, 'annotations'], [key, value])
      : insertEntry(text, metadata, ['annotations', { [key]: value }])
  })
}

/** Any change of the document of an object. */
export function editOf(object: LintObject, change: (text: string) => string): LintEdit | undefined {
  if (object.document) {
    const { start, end } = object.document.text
    return { path: object.path, start, end, change: text => withoutHead(text, change) }
  }
  const { host, inHost } = object
  // What is encoded is not changed: nobody could review it.
  if (!host?.document || !inHost || (host.kind === 'Secret' && inHost.path[0] === 'data')) return undefined
  const path = [...host.within, ...inHost.path]
  return editOf(host, text => {
    const node = nodeAt(parseNode(text) ?? EMPTY, path)?.node
    if (node?.kind !== 'scalar') return text
    const { value } = node
    const inner = withoutHead(value.slice(inHost.start, inHost.end), change)
    return setScalar(text, path, `${value.slice(0, inHost.start)}${inner}${value.slice(inHost.end)}`)
  })
}

const EMPTY = { kind: 'mapping', start: 0, end: 0, tag: undefined, entries: [] } as const

// A separator before the first line is part of the document, and no edit knows it.
function withoutHead(text: string, change: (text: string) => string): string {
  const [head = ''] = /^(?:---[^\n]*\n)*/.exec(text) ?? []
  return `${head}${change(text.slice(head.length))}`
}
