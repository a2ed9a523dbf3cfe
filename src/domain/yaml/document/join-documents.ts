import { writeYaml } from '../write/write-yaml.ts'
import type { YamlValue } from '../yaml-value.ts'

/** Joins documents into one text, of which splitDocuments makes the same documents again. Empty ones are left out. */
export function joinDocuments(texts: readonly string[]): string {
  const filled = texts.filter(text => text !== '')
  return filled.map(text => (text.endsWith('\n') ? text : `${text}\n`)).join('---\n')
}

/** Writes values as the documents of one text. */
export function writeDocuments(values: readonly YamlValue[]): string {
  return joinDocuments(values.map(writeYaml))
}
