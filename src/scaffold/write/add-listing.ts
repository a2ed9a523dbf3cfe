import { isFields } from '../../domain/object/fields.ts'
import { insertItem } from '../../domain/yaml/edit/insert-item.ts'
import { readGoYaml } from '../../domain/yaml/read-go-yaml.ts'

/** A kustomization.yaml that lists something, too: the same text if it does already. */
export function withListing(text: string, item: string): string {
  const resources = resourcesOf(text)
  if (resources.includes(item)) return text
  return insertItem(text, ['resources'], { value: item, before: placeFor(item, resources) })
}

function resourcesOf(text: string): readonly string[] {
  const value = readGoYaml(text)
  const resources = isFields(value) ? value['resources'] : undefined
  return Array.isArray(resources) ? resources.map(String) : []
}

// Names are kept in order behind what leads to other folders and files, so that two branches seldom touch the same line.
function placeFor(item: string, resources: readonly string[]): number {
  const first = resources.findLastIndex(one => one.startsWith('..') || one === 'namespace.yaml') + 1
  const next = resources.findIndex((one, index) => index >= first && one > item)
  return next === -1 ? resources.length : next
}
