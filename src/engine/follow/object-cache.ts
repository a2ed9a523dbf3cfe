import type { KubeObject } from '../api/kube-object.ts'
import { keyOf } from '../queue/key.ts'
import { type Change, changesBetween } from './change.ts'
import { type IndexBy, ObjectIndex } from './object-index.ts'
import { hasReached, isOlderVersion } from './resource-version.ts'

/** The objects of a selection, as last heard. Whoever gets one only reads it. */
export interface ReadCache {
  readonly get: (key: string) => KubeObject | undefined
  /** All objects, in the order in which they were first seen. */
  readonly list: () => readonly KubeObject[]
  readonly inNamespace: (namespace: string) => readonly KubeObject[]
  /** The objects that the named index finds under a value. */
  readonly byIndex: (index: string, value: string) => readonly KubeObject[]
}

/** More removals than this between two lists are not remembered: a late event may then show an old object until the next list. */
const MAX_TOMBSTONES = 10_000
/** Longer than the UID and the version of any real object. */
const MAX_TOMBSTONE_LENGTH = 128

const noIndexes: ReadonlyMap<string, ObjectIndex> = new Map()

/** Keeps the newest version of each object, whatever is reported twice, late or again. */
export class ObjectCache implements ReadCache {
  readonly #objects = new Map<string, KubeObject>()
  /** Made when it is first asked for: most selections are never asked by namespace. */
  #namespaces: ObjectIndex | undefined
  readonly #indexes: ReadonlyMap<string, ObjectIndex>
  /** The version at which an object went, by its UID, since the last list. */
  #gone: Map<string, string> | undefined
  #listed: string | undefined
  #version: string | undefined

  constructor(indexes: Readonly<Record<string, IndexBy>> = {}) {
    const named = Object.entries(indexes).map(([name, by]) => [name, new ObjectIndex(by)] as const)
    this.#indexes = named.length === 0 ? noIndexes : new Map(named)
  }

  /** Up to which version everything was heard. */
  get version(): string | undefined {
    return this.#version
  }

  get size(): number {
    return this.#objects.size
  }

  get(key: string): KubeObject | undefined {
    return this.#objects.get(key)
  }

  list(): readonly KubeObject[] {
    return [...this.#objects.values()]
  }

  inNamespace(namespace: string): readonly KubeObject[] {
    this.#namespaces ??= this.#indexByNamespace()
    return this.#found(this.#namespaces.keys(namespace))
  }

  byIndex(index: string, value: string): readonly KubeObject[] {
    return this.#found(this.#indexes.get(index)?.keys(value) ?? [])
  }

  /** Takes a complete list for the truth. */
  replace(items: readonly KubeObject[], version: string): readonly Change[] {
    const listed = new Map(items.map(item => [keyOf(item), item]))
    this.#gone = undefined
    this.#listed = version
    this.#version = version
    const missing = [...this.#objects.keys()].filter(key => !listed.has(key))
    return [
      ...missing.flatMap(key => this.#set(key, undefined)),
      ...[...listed].flatMap(([key, item]) => (this.#isSame(key, item) ? [] : this.#set(key, item))),
    ]
  }

  /** Takes everything back: it was never so. */
  clear(): readonly Change[] {
    return [...this.#objects.keys()].flatMap(key => this.#set(key, undefined))
  }

  /** Takes an object that was added or changed, unless something newer is known. */
  put(object: KubeObject): readonly Change[] {
    const { resourceVersion } = object.metadata
    const key = keyOf(object)
    if (this.#isLate(key, object)) return []
    this.moveTo(resourceVersion)
    return this.#set(key, object)
  }

  /** Takes the end of an object, unless another one lives under its name, or it is known to have come back. */
  remove(object: KubeObject): readonly Change[] {
    const { uid, resourceVersion } = object.metadata
    const key = keyOf(object)
    const known = this.#objects.get(key)
    if (!known || known.metadata.uid !== uid) return []
    if (isOlderVersion(resourceVersion, known.metadata.resourceVersion)) return []
    this.moveTo(resourceVersion)
    this.#bury(uid, resourceVersion)
    return this.#set(key, undefined)
  }

  /** Notes that everything up to this version was heard. Never goes back. */
  moveTo(version: string | undefined): void {
    if (version === undefined || isOlderVersion(version, this.#version)) return
    this.#version = version
  }

  #isLate(key: string, { metadata }: KubeObject): boolean {
    const { uid, resourceVersion } = metadata
    const known = this.#objects.get(key)?.metadata.resourceVersion
    if (resourceVersion !== undefined && resourceVersion === known) return true
    if (isOlderVersion(resourceVersion, known)) return true
    // What was there at the time of the list was in it, and what went since does not come back as it was.
    return (
      hasReached(this.#listed, resourceVersion) || hasReached(this.#gone?.get(uid ?? ''), resourceVersion)
    )
  }

  #isSame(key: string, { metadata }: KubeObject): boolean {
    const known = this.#objects.get(key)?.metadata
    if (!known || known.uid !== metadata.uid) return false
    return known.resourceVersion !== undefined && known.resourceVersion === metadata.resourceVersion
  }

  #bury(uid: string | undefined, version: string | undefined): void {
    if (uid === undefined || version === undefined) return
    if (uid.length + version.length > MAX_TOMBSTONE_LENGTH) return
    this.#gone ??= new Map()
    if (this.#gone.size < MAX_TOMBSTONES) this.#gone.set(uid, version)
  }

  #set(key: string, after: KubeObject | undefined): readonly Change[] {
    const before = this.#objects.get(key)
    if (this.#namespaces) reindex(this.#namespaces, { key, before, after })
    for (const index of this.#indexes.values()) reindex(index, { key, before, after })
    if (after) this.#objects.set(key, after)
    else this.#objects.delete(key)
    return changesBetween(key, before, after)
  }

  #indexByNamespace(): ObjectIndex {
    const index = new ObjectIndex(({ metadata }) => [metadata.namespace ?? ''])
    for (const [key, object] of this.#objects) index.add(key, object)
    return index
  }

  #found(keys: Iterable<string>): readonly KubeObject[] {
    const found: KubeObject[] = []
    for (const key of keys) {
      const object = this.#objects.get(key)
      if (object) found.push(object)
    }
    return found
  }
}

interface Replaced {
  readonly key: string
  readonly before: KubeObject | undefined
  readonly after: KubeObject | undefined
}

function reindex(index: ObjectIndex, { key, before, after }: Replaced): void {
  if (before) index.remove(key, before)
  if (after) index.add(key, after)
}
