import type { Resource } from '../../engine/api/api.ts'

/** Where objects are: of which kind, in which namespace, and which one. */
export interface ResourcePlace {
  readonly resource: Resource
  readonly namespace?: string | undefined
  readonly name?: string | undefined
  readonly subresource?: 'status' | undefined
}

/** Parameters of a query; those without a value are left out. */
export type UrlQuery = Readonly<Record<string, boolean | number | string | undefined>>

/** The path of a group and version: `/api/v1`, `/apis/apps/v1`. Undefined when it cannot be part of a path. */
export function groupVersionPath(apiVersion: string): string | undefined {
  const steps = apiVersion.split('/')
  if (steps.length > 2) return undefined
  return pathOf([steps.length === 1 ? 'api' : 'apis', ...steps])
}

/** The path of a collection, an object or a part of one. Undefined when a name cannot be part of a path. */
export function resourcePath({ resource, namespace, name, subresource }: ResourcePlace): string | undefined {
  const { group, version, plural, scope } = resource
  const isNamespaced = scope === 'Namespaced'
  // Only a collection can be that of all namespaces.
  if (isNamespaced ? name !== undefined && namespace === undefined : namespace !== undefined) return undefined
  return pathOf([
    ...(group === '' ? ['api', version] : ['apis', group, version]),
    ...(namespace === undefined ? [] : ['namespaces', namespace]),
    plural,
    ...(name === undefined ? [] : [name]),
    ...(subresource === undefined ? [] : [subresource]),
  ])
}

/** Writes a query, with its question mark; nothing when no parameter has a value. */
export function queryText(query: UrlQuery): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

// Servers and what stands before them would take these for ways through the tree.
function pathOf(steps: readonly string[]): string | undefined {
  const isPlain = steps.every(
    step => step !== '' && step !== '.' && step !== '..' && !/[/\\%\p{Cc}]/u.test(step),
  )
  return isPlain ? `/${steps.map(encodeURIComponent).join('/')}` : undefined
}
