import type { Followed } from '../../engine/follow/follow-selection.ts'
import { namespaceOf } from '../../engine/queue/key.ts'

/** Objects of one kind that are followed: what decisions need of them. */
export type FollowedObjects = Pick<
  Followed,
  'get' | 'list' | 'inNamespace' | 'byIndex' | 'sawWrite' | 'isBehind'
>

/** One of several selections: of one namespace, or of all. */
export interface UnionPart {
  readonly namespace: string | undefined
  /** Whether everything of this namespace was read, of this kind and of the others. */
  readonly isSynced: () => boolean
  readonly followed: FollowedObjects
}

/** Several selections as one. A namespace of which not everything was read yet looks as if it were empty. */
export function unionOf(parts: readonly UnionPart[]): FollowedObjects {
  const [only] = parts
  if (only && only.namespace === undefined) return only.followed
  const byNamespace = new Map(parts.map(part => [part.namespace, part]))
  const of = (namespace: string): FollowedObjects | undefined => {
    const part = byNamespace.get(namespace)
    return part?.isSynced() === true ? part.followed : undefined
  }
  const read = () => parts.filter(part => part.isSynced()).map(({ followed }) => followed)
  return {
    get: key => of(namespaceOf(key))?.get(key),
    list: () => read().flatMap(one => one.list()),
    inNamespace: namespace => of(namespace)?.inNamespace(namespace) ?? [],
    byIndex: (index, value) => read().flatMap(one => one.byIndex(index, value)),
    sawWrite: (key, uid, version) => of(namespaceOf(key))?.sawWrite(key, uid, version),
    isBehind: key => of(namespaceOf(key))?.isBehind(key) ?? false,
  }
}
