import { parseSelector } from '../labels/parse-selector.ts'
import { SelectorError } from '../labels/selector-error.ts'
import { matchesSelector } from '../labels/selector.ts'
import { type Fields, isFields, partOf, textIn } from '../object/fields.ts'
import { withoutFields } from '../object/without-fields.ts'
import { matchesWhole } from '../text/matches-whole.ts'
import { readDocuments } from '../yaml/document/read-documents.ts'
import { readGoYaml } from '../yaml/read-go-yaml.ts'
import { YamlError } from '../yaml/yaml-error.ts'
import { documentsIn } from '../yaml/document/split-documents.ts'
import { applyJsonPatch, JsonPatchError } from './json-patch.ts'
import { type RenderedObject, withContent } from './rendered.ts'
import { mergeStrategically } from './strategic-merge.ts'

/** A patch with its text. */
export interface PatchText {
  readonly target: Fields | undefined
  readonly text: string
}

/** Objects with a patch, or why it cannot be carried out. */
export type Patched =
  | { readonly ok: true; readonly objects: readonly RenderedObject[] }
  | { readonly ok: false; readonly because: string }

/** Carries out one patch. */
export function patched(objects: readonly RenderedObject[], patch: PatchText): Patched {
  try {
    return { ok: true, objects: carriedOut(objects, patch) }
  } catch (error) {
    if (error instanceof JsonPatchError || error instanceof YamlError)
      return { ok: false, because: `the patch fails: ${error.message}` }
    throw error
  }
}

function carriedOut(
  objects: readonly RenderedObject[],
  { target, text }: PatchText,
): readonly RenderedObject[] {
  const operations = operationsIn(text)
  if (operations)
    return changed(objects, target ?? {}, content => fieldsOf(applyJsonPatch(content, operations)))
  const merges = readDocuments(text, readGoYaml).map(({ value }) => value)
  return merges.reduce((made, merge) => {
    const own = target ?? identityIn(merge)
    // A patch with a target names its object for nothing.
    const metadata = withoutFields(partOf(merge, 'metadata'), 'name', 'namespace')
    const changes = { ...withoutFields(merge, 'apiVersion', 'kind'), metadata }
    return changed(made, own, content => mergeStrategically(content, changes))
  }, objects)
}

// A patch of JSON operations is a list.
function operationsIn(text: string): readonly unknown[] | undefined {
  const [first] = documentsIn(text)
  const value: unknown = first && readGoYaml(first.text)
  return Array.isArray(value) ? value : undefined
}

function fieldsOf(value: unknown): Fields {
  if (isFields(value)) return value
  throw new JsonPatchError('it leaves no object')
}

function changed(
  objects: readonly RenderedObject[],
  target: Fields,
  change: (content: Fields) => Fields | undefined,
): readonly RenderedObject[] {
  return objects.flatMap(object => {
    if (!isMeant(object, target)) return [object]
    const content = change(object.content)
    return content ? [withContent(object, content)] : []
  })
}

function identityIn(merge: Fields): Fields {
  const metadata = partOf(merge, 'metadata')
  const apiVersion = textIn(merge, 'apiVersion')
  const namespace = textIn(metadata, 'namespace')
  return {
    group: apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '',
    kind: textIn(merge, 'kind'),
    name: quoted(textIn(metadata, 'name')),
    ...(namespace === '' ? {} : { namespace: quoted(namespace) }),
    isExact: true,
  }
}

/** Whether a patch with this target is for an object. */
function isMeant(object: RenderedObject, target: Fields): boolean {
  const metadata = partOf(object.content, 'metadata')
  const isExact = target['isExact'] === true
  return (
    (isExact ? object.group === target['group'] : matches(target, 'group', [object.group])) &&
    matches(target, 'version', [versionOf(object.content)]) &&
    matches(target, 'kind', [object.kind]) &&
    matches(target, 'name', object.formerNames) &&
    matches(target, 'namespace', [object.namespace, object.source.namespace]) &&
    selects(textIn(target, 'labelSelector'), partOf(metadata, 'labels')) &&
    selects(textIn(target, 'annotationSelector'), partOf(metadata, 'annotations'))
  )
}

function versionOf(content: Fields): string {
  const apiVersion = textIn(content, 'apiVersion')
  return apiVersion.slice(apiVersion.indexOf('/') + 1)
}

// Each is a pattern for the whole text.
function matches(target: Fields, field: string, texts: readonly string[]): boolean {
  const pattern = textIn(target, field)
  if (pattern === '') return true
  return texts.some(text => matchesWhole(pattern, text) ?? false)
}

function selects(selector: string, labels: Fields): boolean {
  if (selector === '') return true
  const texts = Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value)]))
  try {
    return matchesSelector(parseSelector(selector), texts)
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}

function quoted(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
