import { keepComments } from '../yaml/edit/keep-comments.ts'
import { removeValue } from '../yaml/edit/remove-value.ts'
import { renameKey } from '../yaml/edit/rename-key.ts'
import { setValue } from '../yaml/edit/set-value.ts'
import { isYamlList, isYamlMapping, valueAt } from '../yaml/edit/checked-edit.ts'
import { YamlEditError } from '../yaml/edit/yaml-edit-error.ts'
import type { YamlPath } from '../yaml/node/node-at.ts'
import { readGoYaml } from '../yaml/read-go-yaml.ts'
import { YamlError } from '../yaml/yaml-error.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { clusterIn, type FormPlace, yamlPathOf, VARIABLES, variableIndex } from './form-place.ts'

/** What a person does in a form. */
export type FormEdit =
  | { readonly kind: 'set'; readonly place: FormPlace; readonly value: YamlValue }
  /** Leaves a field empty: its default counts again. */
  | { readonly kind: 'clear'; readonly place: FormPlace }
  /** Gives a row of a map another key. */
  | { readonly kind: 'rename'; readonly place: FormPlace; readonly key: string }

/** The text after an edit, or why it stays as it was. */
export type FormEditResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly line: number; readonly reason: string }

/** Does in the YAML what a person did in the form, and changes no other line. */
export function editForm(text: string, edit: FormEdit): FormEditResult {
  try {
    const { cluster } = clusterIn(text)
    if (!cluster) return { ok: false, line: 1, reason: 'the text holds no Cluster' }
    const { start, end } = cluster.document
    const [head = ''] = /^(?:---[^\n]*\n)*/.exec(text.slice(start, end)) ?? []
    const document = text.slice(start + head.length, end)
    const edited = keepComments(document, editDocument(document, edit))
    const whole = `${text.slice(0, start)}${head}${edited}${text.slice(end)}`
    return { ok: true, text: withHead(whole, nameOf(cluster.value), edit) }
  } catch (error) {
    if (error instanceof YamlEditError) return { ok: false, line: error.position.line, reason: error.message }
    if (error instanceof YamlError) return { ok: false, line: error.line, reason: error.reason }
    throw error
  }
}

function editDocument(text: string, edit: FormEdit): string {
  const cluster = readGoYaml(text)
  const { place } = edit
  const path = yamlPathOf(cluster, place)
  if (edit.kind === 'rename') return path ? renameKey(text, path, edit.key) : text
  if (edit.kind === 'clear') return path ? clear(text, path, place) : text
  if (path) return named(setValue(text, path, edit.value), { cluster, place, value: edit.value })
  if (place.kind !== 'variable') return text
  return addVariable(text, place, edit.value)
}

// The field `name` stands before the value, as people write it.
function addVariable(
  text: string,
  { name, path }: Extract<FormPlace, { readonly kind: 'variable' }>,
  value: YamlValue,
): string {
  const known = valueAt(readGoYaml(text), VARIABLES)
  const index = isYamlList(known) ? known.length : 0
  const added = setValue(text, [...VARIABLES, index], { name, value: path.length === 0 ? value : {} })
  return path.length === 0 ? added : setValue(added, [...VARIABLES, index, 'value', ...path], value)
}

function clear(text: string, path: YamlPath, place: FormPlace): string {
  if (place.kind === 'cluster') return removeValue(text, path)
  const from = [...VARIABLES, variableIndex(readGoYaml(text), place.name)]
  // An object that has lost its last field goes as well, up to the variable and the list of them.
  let steps = path
  while (steps.length > from.length + 1 && isAlone(text, steps)) steps = steps.slice(0, -1)
  if (steps.length > from.length + 1) return removeValue(text, steps)
  return isAlone(text, from) ? removeValue(text, VARIABLES) : removeValue(text, from)
}

function isAlone(text: string, path: YamlPath): boolean {
  const parent = valueAt(readGoYaml(text), path.slice(0, -1))
  return (isYamlList(parent) || isYamlMapping(parent)) && Object.keys(parent).length === 1
}

interface Renaming {
  readonly cluster: YamlValue
  readonly place: FormPlace
  readonly value: YamlValue
}

// Labels that repeat the name of the cluster, and the first line of the file, follow it.
function named(text: string, { cluster, place, value }: Renaming): string {
  const old = nameOf(cluster)
  if (!isNameOf(place) || old === '' || typeof value !== 'string') return text
  const labels = valueAt(cluster, ['metadata', 'labels'])
  const same = isYamlMapping(labels) ? Object.keys(labels).filter(key => labels[key] === old) : []
  return same.reduce((edited, key) => setValue(edited, ['metadata', 'labels', key], value), text)
}

function nameOf(cluster: YamlValue): string {
  const name = valueAt(cluster, ['metadata', 'name'])
  return typeof name === 'string' ? name : ''
}

function isNameOf(place: FormPlace): boolean {
  return place.kind === 'cluster' && place.path.join('.') === 'metadata.name'
}

function withHead(text: string, old: string, edit: FormEdit): string {
  const head = `# Cluster ${old}, in `
  if (edit.kind !== 'set' || !isNameOf(edit.place) || old === '' || !text.startsWith(head)) return text
  const { value } = edit
  // A comment ends with its line.
  if (typeof value !== 'string' || !/^[\w.-]+$/.test(value)) return text
  return `# Cluster ${value}, in ${text.slice(head.length)}`
}
