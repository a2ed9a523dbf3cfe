/** A page of the console, and what it is about. */
export type Route =
  | { readonly page: 'fleet' }
  | { readonly page: 'cluster'; readonly namespace: string; readonly name: string }
  | { readonly page: 'step'; readonly namespace: string; readonly name: string; readonly step: string }
  | { readonly page: 'fitouts' }
  | { readonly page: 'fitout'; readonly namespace: string; readonly name: string }
  | { readonly page: 'changes' }
  | { readonly page: 'change'; readonly id: string }
  | { readonly page: 'compat' }
  | { readonly page: 'new' }
  | { readonly page: 'nowhere' }

/** Reads a path. What is no page is `nowhere`. */
export function routeOf(path: string): Route {
  const parts = path
    .split('/')
    .filter(part => part !== '')
    .map(decoded)
  const [top, namespace, name, letter, step] = parts
  if (top === undefined) return { page: 'fleet' }
  if (parts.length === 1) return plainPages.find(({ page }) => page === top) ?? { page: 'nowhere' }
  if (top === 'changes' && namespace !== undefined && parts.length === 2)
    return { page: 'change', id: namespace }
  if (namespace === undefined || name === undefined) return { page: 'nowhere' }
  if (top === 'c' && parts.length === 3) return { page: 'cluster', namespace, name }
  if (top === 'c' && letter === 's' && step !== undefined && parts.length === 5)
    return { page: 'step', namespace, name, step }
  if (top === 'f' && parts.length === 3) return { page: 'fitout', namespace, name }
  return { page: 'nowhere' }
}

const plainPages: readonly Route[] = [
  { page: 'fitouts' },
  { page: 'changes' },
  { page: 'compat' },
  { page: 'new' },
]

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The address of a cluster: `prod/blue` is at `/c/prod/blue`. */
export function clusterPath(id: string): string {
  return `/c/${encodedId(id)}`
}

/** The address of a step of a cluster. */
export function stepPath(id: string, step: string): string {
  return `/c/${encodedId(id)}/s/${encodeURIComponent(step)}`
}

/** The address of a Fitout. */
export function fitoutPath(namespace: string, name: string): string {
  return `/f/${encodedId(`${namespace}/${name}`)}`
}

/** The address of a change. */
export function changePath(id: string): string {
  return `/changes/${encodeURIComponent(id)}`
}

/** The address of a new cluster as a copy of another one, `prod/blue`. */
export function copyPath(id: string): string {
  return `/new?from=${encodeURIComponent(id)}`
}

/** The fleet, filtered. */
export function fleetPath(query: string): string {
  return `/?q=${encodeURIComponent(query)}`
}

function encodedId(id: string): string {
  return id.split('/').map(encodeURIComponent).join('/')
}
