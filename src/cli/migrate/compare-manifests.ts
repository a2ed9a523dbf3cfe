import { isHiddenValue } from '../../domain/helm-values/secret-texts.ts'
import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import { readDocuments } from '../../domain/yaml/document/read-documents.ts'
import { YamlError } from '../../domain/yaml/yaml-error.ts'
import { fieldDifferences } from '../../migrate/prove-values.ts'

/** A difference of two renderings: an object, and a field of it unless the object is on one side only. */
export interface ManifestDifference {
  readonly object: string
  readonly field: string
  /** What it was, and what it would be; not for a Secret, nor for what may be one. */
  readonly change?: string
}

/** What a rendering has, object by object; undefined if it cannot be read. */
export function renderedObjects(text: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const objects = new Map<string, unknown>()
    for (const { value } of readDocuments(text)) {
      const title = titleOf(value)
      let name = title
      for (let count = 2; objects.has(name); count += 1) name = `${title} (${count})`
      objects.set(name, value)
    }
    return objects
  } catch (error) {
    if (error instanceof YamlError) return undefined
    throw error
  }
}

function titleOf(object: Readonly<Record<string, unknown>>): string {
  const metadata = partOf(object, 'metadata')
  const namespace = textIn(metadata, 'namespace')
  return `${textIn(object, 'kind')} ${namespace === '' ? '' : `${namespace}/`}${textIn(metadata, 'name')}`
}

/** Compares two renderings object by object, field by field. */
export function compareManifests(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly ManifestDifference[] {
  const titles = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  return titles.flatMap(object => {
    const [one, other] = [before.get(object), after.get(object)]
    if (!isFields(one)) return [{ object, field: 'only in the new rendering' }]
    if (!isFields(other)) return [{ object, field: 'only in the old rendering' }]
    return fieldDifferences(one, other).map(({ path: field, judged, one: old, other: now }) => {
      const isHidden = object.startsWith('Secret ') || [old, now].some(value => isHiddenValue(value, judged))
      return { object, field, ...(isHidden ? {} : { change: changeText(old, now) }) }
    })
  })
}

function changeText(old: unknown, now: unknown): string {
  return `${scalarText(old)} -> ${scalarText(now)}`
}

function scalarText(value: unknown): string {
  if (value === undefined) return 'absent'
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  const text = JSON.stringify(value).replaceAll(/^"|"$/g, '')
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
