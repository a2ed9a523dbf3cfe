import { locatorOf } from '../../domain/yaml/locate.ts'
import type { YamlPath } from '../../domain/yaml/node/node-at.ts'
import { joinDocuments } from '../../domain/yaml/document/join-documents.ts'
import { writeYaml } from '../../domain/yaml/write/write-yaml.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'

/** An object of a manifest. */
export type YamlManifest = Readonly<Record<string, YamlValue>>

/** Words for the person who will edit the file, above the field that they are about. */
export interface Note {
  readonly at: YamlPath
  readonly words: string
}

/** Writes one object, with comments. */
export function commented(object: YamlManifest, notes: readonly Note[]): string {
  const text = writeYaml(object)
  const locate = locatorOf(text)
  const lines = text.split('\n')
  const comments = notes.map(({ at, words }) => {
    const place = locate(at, typeof at.at(-1) === 'number' ? 'value' : 'key')
    if (!place) throw new TypeError(`there is no field ${at.join('.')} to write a comment for`)
    return { line: place.line - 1, words }
  })
  // From the end, so that the lines before stay where they are.
  for (const { line, words } of comments.toSorted((a, b) => b.line - a.line)) {
    const indent = /^ */.exec(lines[line] ?? '')?.[0] ?? ''
    lines.splice(line, 0, ...commentLines(words, indent))
  }
  return lines.join('\n')
}

/** Writes a file of objects below some words on what it is. An object that is text already keeps its comments. */
export function yamlFile(head: string, objects: readonly (YamlManifest | string)[]): string {
  const texts = objects.map(object => (typeof object === 'string' ? object : writeYaml(object)))
  return `${commentLines(head, '').join('\n')}\n${joinDocuments(texts)}`
}

function commentLines(words: string, indent: string): readonly string[] {
  return words.split('\n').map(line => (line === '' ? `${indent}#` : `${indent}# ${line}`))
}
