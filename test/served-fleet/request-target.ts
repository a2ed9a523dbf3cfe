import type { Resource } from '../../src/engine/api/api.ts'
import { resourceOf } from '../../src/simulator/kinds/kind-registry.ts'
import type { Store } from '../../src/simulator/store/store.ts'

/** What the path of a request names. */
export type Target =
  | { readonly kind: 'readyz' | 'version' | 'unknown' }
  | { readonly kind: 'discovery'; readonly apiVersion: string }
  | {
      readonly kind: 'objects'
      readonly resource: Resource
      readonly namespace: string | undefined
      readonly name: string | undefined
      readonly subresource: 'status' | undefined
    }

/** Reads a path as an API server does: `/apis/apps/v1/namespaces/default/deployments/web/status`. */
export function targetOf(path: string, store: Store): Target {
  if (path === '/readyz') return { kind: 'readyz' }
  if (path === '/version') return { kind: 'version' }
  const [root, ...steps] = path.slice(1).split('/').map(decodeURIComponent)
  if (root !== 'api' && root !== 'apis') return { kind: 'unknown' }
  const [group = '', version = '', ...place] = root === 'api' ? ['', ...steps] : steps
  if (place.length === 0)
    return { kind: 'discovery', apiVersion: group === '' ? version : `${group}/${version}` }
  return objectsAt(store, { group, version, place })
}

interface Place {
  readonly group: string
  readonly version: string
  readonly place: readonly string[]
}

// `namespaces/prod` is a Namespace, `namespaces/prod/pods` are Pods, `namespaces/prod/status` is a part of a Namespace.
function objectsAt(store: Store, { group, version, place }: Place): Target {
  const isInside = place[0] === 'namespaces' && place.length > 2 && place[2] !== 'status'
  const [plural = '', name, part] = isInside ? place.slice(2) : place
  const kind = store.kinds.find({ group, version, plural })
  if (!kind || (part !== undefined && part !== 'status')) return { kind: 'unknown' }
  return {
    kind: 'objects',
    resource: resourceOf(kind, version),
    namespace: isInside ? place[1] : undefined,
    name,
    subresource: part,
  }
}
