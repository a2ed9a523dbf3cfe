import { type Deliverer, keyOfDeliverer, keyOfObject, type ServerTarget } from '../delivery/delivery.ts'
import type { FleetSide } from '../delivery/fleet-sides.ts'
import { type DelivererFate, deliveryChanges, type ObjectChange } from './delivery-changes.ts'
import { fieldChanges } from './field-changes.ts'
import { changeWords } from './change-words.ts'
import { objectsByKey } from './object-diff.ts'
import { restartsPods } from './object-effects.ts'
import { withReaders } from './release-values.ts'

/** The fleet before and after a change. */
export interface BothSides {
  readonly before: FleetSide
  readonly after: FleetSide
}

/** Everything that happens on one API server. */
export function targetChanges(
  before: ServerTarget | undefined,
  after: ServerTarget | undefined,
  sides: BothSides,
): readonly ObjectChange[] {
  const keys = new Set([...(before?.deliveries.keys() ?? []), ...(after?.deliveries.keys() ?? [])])
  const lists = [...keys].map(key => {
    const [was, is] = [before?.deliveries.get(key), after?.deliveries.get(key)]
    const isGone = was !== undefined && !is && before !== undefined
    return deliveryChanges(was, is, isGone ? fateOf(was.deliverer, { before, after, sides }) : 'stays')
  })
  const changes = withReaders(lists.flat(), after)
  const isSimple =
    lists.filter(list => list.length > 0).length < 2 &&
    !changes.some(({ op }) => op === 'created' || op === 'deleted')
  return isSimple ? changes : settled(changes, { before, after })
}

interface FateFacts {
  readonly before: ServerTarget
  readonly after: ServerTarget | undefined
  readonly sides: BothSides
}

// It goes if whoever applied it deletes it. If that is still in Git, its folder is not, and it fails, or it applies to another cluster.
function fateOf(deliverer: Deliverer, facts: FateFacts): DelivererFate {
  const { before, after, sides } = facts
  const group = groups[deliverer.kind]
  if (group === undefined) return 'deleted'
  const key = keyOfObject({
    group,
    kind: deliverer.kind,
    namespace: deliverer.namespace,
    name: deliverer.name,
  })
  if (hostsOf(after, sides.after).some(host => hasObject(host, key)))
    return deliverer.folder !== undefined && sides.after.hasFolder(deliverer.folder) ? 'moved' : 'fails'
  let isOwn = false
  for (const host of hostsOf(before, sides.before)) {
    for (const [id, { deliverer: owner, objects }] of host.deliveries) {
      if (!objectsByKey(objects).has(key)) continue
      if (id === keyOfDeliverer(deliverer)) {
        isOwn = true
        continue
      }
      const isOwnerThere =
        (host === before ? after : sides.after.targets.get(host.id))?.deliveries.has(id) ?? false
      const isDeleted = isOwnerThere
        ? owner.prunes
        : owner.deletesOnDeletion && fateOf(owner, facts) === 'deleted'
      return isDeleted ? 'deleted' : 'stays'
    }
  }
  // It was among its own objects: as long as its folder is there it deletes itself.
  return isOwn && deliverer.prunes && sides.after.hasFolder(deliverer.folder ?? '') ? 'deleted' : 'stays'
}

function hostsOf(target: ServerTarget | undefined, side: FleetSide): readonly ServerTarget[] {
  const others = [...side.management].flatMap(id => side.targets.get(id) ?? [])
  return target ? [target, ...others.filter(({ id }) => id !== target.id)] : others
}

function hasObject({ deliveries }: ServerTarget, key: string): boolean {
  return [...deliveries.values()].some(({ objects }) => objectsByKey(objects).has(key))
}

const groups: Readonly<Partial<Record<Deliverer['kind'], string>>> = {
  Kustomization: 'kustomize.toolkit.fluxcd.io',
  ResourceSet: 'fluxcd.controlplane.io',
}

interface Around {
  readonly before: ServerTarget | undefined
  readonly after: ServerTarget | undefined
}

/** Sees what goes from one deliverer to another as what it is: the object stays, or is in danger for a moment. */
function settled(changes: readonly ObjectChange[], { before, after }: Around): readonly ObjectChange[] {
  const came = new Map(
    changes.filter(({ op }) => op === 'created' || op === 'notApplied').map(change => [change.key, change]),
  )
  const wasThere = objectsOn(before)
  const isThere = objectsOn(after)
  return changes.flatMap(change => {
    const { key, op } = change
    if (op === 'deleted' || op === 'stays') {
      const next = isThere.get(key)
      if (!next) return [change]
      // Another one has it still, or has it now: what that one says is said there.
      if (op === 'stays' || !came.has(key))
        return op === 'stays'
          ? []
          : [{ ...change, op: 'stays' as const, effect: `${nameOf(next.deliverer)} has it, too` }]
      return []
    }
    if (op !== 'created') return [change]
    const previous = wasThere.get(key)
    if (!previous) return [change]
    const gone = changes.find(one => one.key === key && one.op === 'deleted')
    const fields = fieldChanges(previous.object.content, change.object.content)
    const effect = gone
      ? `moves from ${nameOf(previous.deliverer)} to ${nameOf(change.by)}, and may be deleted and created again on the way`
      : `moves from ${nameOf(previous.deliverer)} to ${nameOf(change.by)}`
    return [
      {
        ...change,
        op: 'changed' as const,
        fields: fields.map(field => changeWords(field, change.object.kind)),
        restartsPods: restartsPods(change.object, fields),
        effect,
      },
    ]
  })
}

function objectsOn(
  target: ServerTarget | undefined,
): ReadonlyMap<string, { readonly deliverer: Deliverer; readonly object: ObjectChange['object'] }> {
  const found = new Map<string, { deliverer: Deliverer; object: ObjectChange['object'] }>()
  for (const { deliverer, objects } of target?.deliveries.values() ?? [])
    for (const [key, object] of objectsByKey(objects))
      if (!found.has(key)) found.set(key, { deliverer, object })
  return found
}

function nameOf({ kind, namespace, name }: Deliverer): string {
  return namespace === '' ? `${kind} ${name}`.trim() : `${kind} ${namespace}/${name}`
}
