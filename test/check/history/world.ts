import { at, fieldsAt, listAt, textAt } from './fields.ts'
import { type Line, MANAGEMENT, isDone, isWrite, placeOf } from './line.ts'

/** What is known of an object: at least its place, mostly all of it. */
export type Known = Readonly<Record<string, unknown>>

/** The resources whose objects checkers ask for. */
export type FollowedResource = 'clusters' | 'fitouts' | 'clusterfitouts' | 'clusterresourcesets' | 'secrets'

const followed: ReadonlySet<string> = new Set<FollowedResource>([
  'clusters',
  'fitouts',
  'clusterfitouts',
  'clusterresourcesets',
  'secrets',
])

/** Objects that were there before the history begins. */
export type Start = Readonly<Partial<Record<FollowedResource, readonly unknown[]>>>

/**
 * The management cluster as the history tells it, line after line.
 *
 * Answers are believed; where a server recorded none, what was sent is laid over what was known, which is right for all
 * but labels that an apply withdraws.
 */
export class World {
  readonly #objects = new Map<string, Map<string, Known>>()

  constructor(start: Start = {}) {
    for (const [resource, objects] of Object.entries(start)) {
      for (const object of objects) this.#of(resource).set(placeIn(object), fieldsAt(object))
    }
  }

  /** Goes on by one line. */
  see(line: Line): void {
    if (!isWrite(line) || !isDone(line) || line.server !== MANAGEMENT || !followed.has(line.resource)) return
    if (line.subresource !== undefined && line.subresource !== 'status') return
    const objects = this.#of(line.resource)
    const place = placeOf(line)
    const after = afterwards(line, objects.get(place))
    if (after === undefined || isGone(after)) objects.delete(place)
    else objects.set(place, after)
  }

  /** An object that is there now. */
  find(resource: FollowedResource, namespace = '', name = ''): Known | undefined {
    return this.#of(resource).get(placeOf({ namespace, name }))
  }

  /** All objects of a resource that are there now: of one namespace, or of all. */
  all(resource: FollowedResource, namespace?: string): readonly Known[] {
    const isHere = (object: Known) => textAt(object, 'metadata', 'namespace') === namespace
    return [...this.#of(resource).values()].filter(object => namespace === undefined || isHere(object))
  }

  #of(resource: string): Map<string, Known> {
    const objects = this.#objects.get(resource) ?? new Map<string, Known>()
    this.#objects.set(resource, objects)
    return objects
  }
}

function afterwards(line: Line, before: Known | undefined): Known | undefined {
  const answered = textAt(line.object, 'metadata', 'name') === undefined ? undefined : fieldsAt(line.object)
  if (line.op === 'delete') return at(answered, 'metadata', 'deletionTimestamp') ? answered : undefined
  if (answered) return answered
  const head = { metadata: { namespace: line.namespace, name: line.name } }
  const known = line.op === 'create' || line.op === 'update' ? head : (before ?? head)
  return fieldsAt(laidOver(known, line.body))
}

// As a merge patch: null takes away, lists are replaced as a whole.
function laidOver(below: unknown, above: unknown): unknown {
  if (typeof above !== 'object' || above === null || Array.isArray(above)) return above
  const merged: Record<string, unknown> = { ...fieldsAt(below) }
  for (const [name, value] of Object.entries(above)) {
    if (value === null) delete merged[name]
    else merged[name] = laidOver(merged[name], value)
  }
  return merged
}

// What is being deleted goes with its last finalizer.
function isGone(object: Known): boolean {
  const isDeleting = at(object, 'metadata', 'deletionTimestamp') !== undefined
  return isDeleting && listAt(object, 'metadata', 'finalizers').length === 0
}

/** The namespace and the name of an object. */
export function placeIn(object: unknown): string {
  return placeOf({
    namespace: textAt(object, 'metadata', 'namespace') ?? '',
    name: textAt(object, 'metadata', 'name') ?? '',
  })
}
