import type { ChangeHandler } from '../../engine/follow/change.ts'
import type { Followed } from '../../engine/follow/follow-selection.ts'
import { namespaceOf } from '../../engine/queue/key.ts'
import { isStatusOnly } from './keys-of-change.ts'
import { type Owners, ownersAmong } from './owner-of.ts'

/** Knows the owners of each namespace, worked out again only when one of its Fitouts changes in more than its status. */
export function indexOwners(
  fitouts: Pick<Followed, 'inNamespace'> & { readonly subscribe: (handler: ChangeHandler) => void },
): (namespace: string) => Owners {
  const known = new Map<string, Owners>()
  fitouts.subscribe(change => {
    if (!isStatusOnly(change)) known.delete(namespaceOf(change.key))
  })
  return namespace => {
    const owners = known.get(namespace) ?? ownersAmong(fitouts.inNamespace(namespace))
    known.set(namespace, owners)
    return owners
  }
}
