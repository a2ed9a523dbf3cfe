import type { Resource } from '../../engine/api/api.ts'
import { type JsonFields, isJsonFields } from './parse-json.ts'

/** Reads the kinds of a group and version; undefined when the value is not the list of them. */
export function readResources(value: JsonFields, apiVersion: string): readonly Resource[] | undefined {
  const { kind, groupVersion, resources } = value
  if (kind !== 'APIResourceList' || groupVersion !== apiVersion) return undefined
  if (!Array.isArray(resources)) return undefined
  const [version = '', group = ''] = apiVersion.split('/').toReversed()
  const found: Resource[] = []
  for (const entry of resources as readonly unknown[]) {
    const resource = readResource(entry, { group, version })
    if (!resource) return undefined
    // The others are parts of objects, such as their status.
    if (!resource.plural.includes('/')) found.push(resource)
  }
  return found
}

function readResource(
  value: unknown,
  { group, version }: { readonly group: string; readonly version: string },
): Resource | undefined {
  if (!isJsonFields(value)) return undefined
  const { name, kind, namespaced } = value
  if (typeof name !== 'string' || typeof kind !== 'string' || typeof namespaced !== 'boolean')
    return undefined
  return { group, version, kind, plural: name, scope: namespaced ? 'Namespaced' : 'Cluster' }
}
