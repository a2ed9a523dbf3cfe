import { listFirst } from '../../text/list-first.ts'
import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import type { GitObject, ServerTarget } from '../delivery/delivery.ts'
import type { ObjectChange } from './delivery-changes.ts'

/** Says of each ConfigMap and Secret that changes which HelmReleases of its server take values from it. */
export function withReaders(
  changes: readonly ObjectChange[],
  target: ServerTarget | undefined,
): readonly ObjectChange[] {
  if (!target || !changes.some(isSourceChange)) return changes
  const releases = [...target.deliveries.values()].flatMap(({ objects }) => releasesIn(objects))
  return changes.map(change => {
    const readers = isSourceChange(change) ? releases.filter(release => takes(release, change.object)) : []
    if (readers.length === 0) return change
    const names = listFirst(readers.map(({ namespace, name }) => `${namespace}/${name}`).toSorted())
    const words = `HelmRelease ${names} ${readers.length === 1 ? 'takes' : 'take'} values from it`
    return { ...change, effect: [change.effect, words].filter(text => text !== '').join('; ') }
  })
}

function isSourceChange({ op, object: { group, kind } }: ObjectChange): boolean {
  return (
    (op === 'changed' || op === 'mayChange') && group === '' && (kind === 'ConfigMap' || kind === 'Secret')
  )
}

const releasesIn = oncePerObject((objects: readonly GitObject[]) =>
  objects.filter(({ group, kind }) => group === 'helm.toolkit.fluxcd.io' && kind === 'HelmRelease'),
)

function takes(release: GitObject, { kind, namespace, name }: GitObject): boolean {
  return (
    release.namespace === namespace &&
    itemsIn(partOf(release.content, 'spec'), 'valuesFrom').some(
      ref => textIn(ref, 'kind') === kind && textIn(ref, 'name') === name,
    )
  )
}
