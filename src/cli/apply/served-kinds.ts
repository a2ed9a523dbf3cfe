import { findBuiltInKind } from '../../domain/kinds/built-in-kinds.ts'
import { apiGroup } from '../../domain/object/api-group.ts'
import { isFields, itemsIn, partOf, textIn } from '../../domain/object/fields.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { Api, Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** The kind of CustomResourceDefinitions. */
export const definitions: Resource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
}

/** Kinds as a server serves them. Those of Kubernetes itself are known; others are asked for once, until `forget`. */
export class ServedKinds {
  readonly #api: Api
  readonly #known = new Map<string, readonly Resource[]>()

  constructor(api: Api) {
    this.#api = api
  }

  /** The kind that an object names, or undefined if the server does not serve it. */
  async find(apiVersion: string, kind: string): Promise<Resource | undefined> {
    const builtIn = findBuiltInKind(apiGroup(apiVersion), kind)
    if (builtIn) return { ...builtIn, version: apiVersion.slice(apiVersion.indexOf('/') + 1) }
    return this.findServed(apiVersion, kind)
  }

  /** The same, but the server is asked also about kinds of Kubernetes itself: versions of them come and go. */
  async findServed(apiVersion: string, kind: string): Promise<Resource | undefined> {
    const resources = this.#known.get(apiVersion) ?? (await this.#discover(apiVersion))
    this.#known.set(apiVersion, resources)
    return resources.find(resource => resource.kind === kind)
  }

  forget(): void {
    this.#known.clear()
  }

  async #discover(apiVersion: string): Promise<readonly Resource[]> {
    try {
      return await this.#api.discover(apiVersion)
    } catch (error) {
      if (hasCode(error, 'NotServed', 'NotFound')) return []
      throw error
    }
  }

  /** All definitions of custom kinds, page by page: some are large. */
  async *definitions(): AsyncGenerator<KubeObject> {
    let token: string | undefined
    do {
      const page = await this.#api.list(
        { resource: definitions },
        { limit: 50, ...(token === undefined ? {} : { continue: token }) },
      )
      yield* page.items
      token = page.continue
    } while (token !== undefined)
  }

  /** A kind that is served in another version than the one by which it was applied; undefined if its definition is gone. */
  async findInOtherVersion(apiVersion: string, kind: string): Promise<Resource | undefined> {
    for await (const definition of this.definitions()) {
      const resource = definedResource(definition)
      if (resource?.group === apiGroup(apiVersion) && resource.kind === kind) return resource
    }
    return undefined
  }
}

/** The kind that a definition brings, in a version that is served. */
export function definedResource(definition: KubeObject): Resource | undefined {
  const spec = partOf(definition, 'spec')
  const [version] = servedVersions(definition)
  const names = partOf(spec, 'names')
  if (version === undefined) return undefined
  return {
    group: textIn(spec, 'group'),
    version,
    kind: textIn(names, 'kind'),
    plural: textIn(names, 'plural'),
    scope: textIn(spec, 'scope') === 'Cluster' ? 'Cluster' : 'Namespaced',
  }
}

/** The versions that a definition serves. */
export function servedVersions(definition: KubeObject): readonly string[] {
  const versions = itemsIn(partOf(definition, 'spec'), 'versions').filter(isFields)
  return versions.filter(each => each['served'] !== false).map(each => textIn(each, 'name'))
}
