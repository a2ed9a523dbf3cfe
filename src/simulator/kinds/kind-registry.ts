import type { Resource } from '../../engine/api/api.ts'
import { type Kind, kindKey } from './kind.ts'

/** The kinds that a server serves now. */
export class KindRegistry {
  readonly #kinds = new Map<string, Kind>()
  /** By `apiVersion`, then by kind. */
  readonly #named = new Map<string, Map<string, Kind>>()

  constructor(kinds: readonly Kind[]) {
    for (const kind of kinds) this.serve(kind)
  }

  /** Serves a kind, in place of what was served under its name. */
  serve(kind: Kind): void {
    this.stop(kind)
    this.#kinds.set(kindKey(kind), kind)
    for (const apiVersion of apiVersionsOf(kind)) {
      const kinds = this.#named.get(apiVersion) ?? new Map<string, Kind>()
      this.#named.set(apiVersion, kinds.set(kind.kind, kind))
    }
  }

  stop(kind: Kind): void {
    const known = this.#kinds.get(kindKey(kind))
    if (known === undefined) return
    this.#kinds.delete(kindKey(kind))
    for (const apiVersion of apiVersionsOf(known)) this.#named.get(apiVersion)?.delete(known.kind)
  }

  /** The kind behind a resource, if that version of it is served. */
  find({ group, version, plural }: Pick<Resource, 'group' | 'version' | 'plural'>): Kind | undefined {
    const kind = this.#kinds.get(kindKey({ group, plural }))
    return kind?.versions.includes(version) ? kind : undefined
  }

  /** The kind that objects name by `apiVersion` and `kind`, if it is served. */
  named(apiVersion: string, kind: string): Kind | undefined {
    return this.#named.get(apiVersion)?.get(kind)
  }

  byKey(key: string): Kind | undefined {
    return this.#kinds.get(key)
  }

  all(): readonly Kind[] {
    return [...this.#kinds.values()]
  }

  /** The kinds of one group and version, in the order of their names; undefined when there is no such version. */
  discover(apiVersion: string): readonly Resource[] | undefined {
    const [group, version] = splitApiVersion(apiVersion)
    const resources = this.all()
      .filter(kind => kind.group === group && kind.versions.includes(version))
      .map(({ kind, plural, scope }) => ({ group, version, kind, plural, scope }))
    return resources.length === 0 ? undefined : resources.toSorted((a, b) => (a.plural < b.plural ? -1 : 1))
  }
}

/** The resource of a kind, in its preferred version or another one. */
export function resourceOf(
  { group, kind, plural, scope, versions }: Kind,
  version = versions[0] ?? 'v1',
): Resource {
  return { group, version, kind, plural, scope }
}

function apiVersionsOf({ group, versions }: Kind): readonly string[] {
  return versions.map(version => (group === '' ? version : `${group}/${version}`))
}

function splitApiVersion(apiVersion: string): readonly [group: string, version: string] {
  const [first = '', second] = apiVersion.split('/')
  return second === undefined ? ['', first] : [first, second]
}
