import { ApiError, hasCode } from '../../engine/api/api-error.ts'
import { type Api, apiVersionOf, type Call, type Resource, type Selection } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { listAll } from '../../engine/follow/list-all.ts'
import { readErrorWords } from './read-error-words.ts'

const CALL: Call = { timeoutMs: 30_000 }
const MAX_OBJECTS = 20_000
/** So many calls are under way at a time: somebody else's API server is asked. */
const AT_ONCE = 8

/** What an object is asked for by. */
export interface WantedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** Reads one API server, with the rights of whoever asks, and remembers what it serves. It writes nothing. */
export class AdoptReader {
  readonly #api: Api
  readonly #served = new Map<string, Promise<readonly Resource[]>>()
  /** What could not be read, in words. */
  readonly unread = new Set<string>()

  constructor(api: Api) {
    this.#api = api
  }

  /** The version of Kubernetes; undefined if the server does not say it. Throws if the server cannot be reached. */
  async version(): Promise<string | undefined> {
    try {
      return await this.#api.version(CALL)
    } catch (error) {
      if (hasCode(error, 'Forbidden', 'BadAnswer')) return undefined
      throw error
    }
  }

  /** How a kind is served in a version; undefined if it is not. */
  async resource(apiVersion: string, kind: string): Promise<Resource | undefined> {
    const known = this.#served.get(apiVersion) ?? this.#discover(apiVersion)
    this.#served.set(apiVersion, known)
    return (await known).find(one => one.kind === kind)
  }

  async #discover(apiVersion: string): Promise<readonly Resource[]> {
    try {
      return await this.#api.discover(apiVersion, CALL)
    } catch (error) {
      if (hasCode(error, 'NotServed', 'NotFound')) return []
      throw error
    }
  }

  /** One object; undefined if it is not there. Throws an ApiError otherwise. */
  async get(
    resource: Resource,
    { namespace, name }: Omit<WantedObject, 'apiVersion' | 'kind'>,
  ): Promise<KubeObject | undefined> {
    try {
      const place = resource.scope === 'Cluster' ? {} : { namespace }
      return await this.#api.get({ resource, name, ...place }, CALL)
    } catch (error) {
      if (hasCode(error, 'NotFound')) return undefined
      throw error
    }
  }

  /** All objects of a kind, in the first of these versions that is served. What may not be read is noted, and none. */
  async list(
    versions: readonly string[],
    kind: string,
    selection: Omit<Selection, 'resource'> = {},
  ): Promise<readonly KubeObject[]> {
    for (const version of versions) {
      const resource = await this.resource(version, kind)
      if (resource) return this.#list({ resource, ...selection })
    }
    return []
  }

  async #list(selection: Selection): Promise<readonly KubeObject[]> {
    try {
      const options = { call: CALL, maxObjects: MAX_OBJECTS, transform: (object: KubeObject) => object }
      return (await listAll(this.#api, selection, options)).items
    } catch (error) {
      if (!(error instanceof ApiError) || isOfServer(error)) throw error
      const { resource, namespace } = selection
      const where = namespace === undefined ? '' : ` in namespace ${namespace}`
      this.unread.add(`cannot list ${resource.plural}${where}: ${readErrorWords(error)}`)
      return []
    }
  }

  /** The versions of a group in which a kind is served, of those that are known to exist. */
  async servedVersions(group: string, kind: string): Promise<readonly string[]> {
    const versions = candidates.map(version => apiVersionOf({ group, version }))
    const found = await Promise.all(
      versions.map(async version => ((await this.resource(version, kind)) ? [version] : [])),
    )
    return found.flat()
  }
}

const candidates = [
  'v1',
  'v2',
  'v1beta1',
  'v1beta2',
  'v1beta3',
  'v2beta1',
  'v2beta2',
  'v1alpha1',
  'v1alpha2',
  'v1alpha3',
]

// Then nothing else will be read either.
function isOfServer({ code }: ApiError): boolean {
  return [
    'Unreachable',
    'NotTrusted',
    'Unauthorized',
    'Timeout',
    'Redirected',
    'BadAnswer',
    'Cancelled',
  ].includes(code)
}

/** Does work for each item, some at a time, and gives the results in the order of the items. */
export async function someAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>()
  const pending = items.entries()
  const worker = async () => {
    for (const [index, item] of pending) results.set(index, await work(item))
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
  return items.flatMap((_, index) => {
    const result = results.get(index)
    return result === undefined ? [] : [result]
  })
}
