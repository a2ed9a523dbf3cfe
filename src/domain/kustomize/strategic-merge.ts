import { apiGroup } from '../object/api-group.ts'
import { type Fields, isFields, textIn } from '../object/fields.ts'
import { findBuiltInKind } from '../kinds/built-in-kinds.ts'

// Which key tells the items of a list apart, by the name of the field. All other lists are replaced whole.
const mergeKeys: Readonly<Record<string, readonly string[]>> = {
  containers: ['name'],
  initContainers: ['name'],
  ephemeralContainers: ['name'],
  env: ['name'],
  volumes: ['name'],
  volumeMounts: ['mountPath'],
  volumeDevices: ['devicePath'],
  ports: ['containerPort', 'port'],
  imagePullSecrets: ['name'],
  hostAliases: ['ip'],
  topologySpreadConstraints: ['topologyKey'],
  secrets: ['name'],
  webhooks: ['name'],
  conditions: ['type'],
}

/** Merges a patch into an object as kustomize does; undefined if the patch deletes the object. */
export function mergeStrategically(object: Fields, patch: Fields): Fields | undefined {
  if (patch['$patch'] === 'delete') return undefined
  if (patch['$patch'] === 'replace') return withoutDirectives(patch)
  const isKnown =
    findBuiltInKind(apiGroup(textIn(object, 'apiVersion')), textIn(object, 'kind')) !== undefined
  return merged(object, patch, isKnown)
}

function merged(target: Fields, patch: Fields, isKnown: boolean): Fields {
  if (patch['$patch'] === 'replace') return withoutDirectives(patch)
  const result: Record<string, unknown> = { ...target }
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith('$')) continue
    if (value === null || isDeletion(value)) delete result[key]
    else result[key] = mergedValue(target[key], value, { key, isKnown })
  }
  return result
}

function isDeletion(value: unknown): boolean {
  return isFields(value) && value['$patch'] === 'delete'
}

interface Field {
  readonly key: string
  readonly isKnown: boolean
}

function mergedValue(target: unknown, patch: unknown, { key, isKnown }: Field): unknown {
  if (isFields(patch)) return merged(isFields(target) ? target : {}, patch, isKnown)
  if (!Array.isArray(patch) || !Array.isArray(target) || !isKnown) return patch
  const items: readonly unknown[] = patch
  const mergeKey = keyOfItems(key, [...target, ...items])
  return mergeKey === undefined ? patch : mergedList(target, items, mergeKey)
}

function keyOfItems(field: string, items: readonly unknown[]): string | undefined {
  return mergeKeys[field]?.find(key =>
    items.every(item => isFields(item) && (item[key] !== undefined || '$patch' in item)),
  )
}

function mergedList(target: readonly unknown[], patch: readonly unknown[], key: string): readonly unknown[] {
  const patches = patch.filter(isFields)
  if (patches.some(one => one['$patch'] === 'replace' && one[key] === undefined))
    return patches.filter(one => one['$patch'] === undefined)
  const given = target.filter(isFields)
  const named = new Set(patches.map(one => one[key]))
  // kustomize puts what a patch names in front, in the order of the patch.
  const first = patches.flatMap(own => {
    const item = given.find(one => one[key] === own[key])
    if (own['$patch'] === 'delete') return []
    return [item ? merged(item, own, true) : withoutDirectives(own)]
  })
  return [...first, ...given.filter(item => !named.has(item[key]))]
}

function withoutDirectives(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !key.startsWith('$')))
}
