import { hasCode } from '../../engine/api/api-error.ts'
import type { Api, Call, Resource } from '../../engine/api/api.ts'
import type { Clock } from '../../engine/clock.ts'
import { InFlight } from '../../engine/run/in-flight.ts'

interface Discovered {
  readonly resources: readonly Resource[]
  readonly at: number
}

/** How long to cache that a kind is not served: short, as a CRD may be created while a step waits for it. */
const ABSENT_MS = 2_000
/** How long to cache that it is served. When a kind goes its watches end, and discovery runs then: no caller waits for this. */
const PRESENT_MS = 3_600_000

/** Finds out how a server serves kinds, and asks it no more often than needed. */
export class ResourceFinder {
  readonly #api: Api
  readonly #clock: Clock
  readonly #known = new Map<string, Discovered>()
  /** A look asks for many kinds at once, and few versions of APIs have them all. */
  readonly #inFlight = new InFlight<readonly Resource[]>()

  constructor(api: Api, clock: Clock) {
    this.#api = api
    this.#clock = clock
  }

  /** The resource of a kind; undefined when the server does not serve it. Throws an ApiError when it cannot be asked. */
  async find(apiVersion: string, kind: string, call: Call): Promise<Resource | undefined> {
    const known = this.#known.get(apiVersion)
    const found = known?.resources.find(resource => resource.kind === kind)
    const age = known ? this.#clock.elapsed() - known.at : Number.POSITIVE_INFINITY
    if (found && age < PRESENT_MS) return found
    if (known && !found && age < ABSENT_MS) return undefined
    const resources = await this.#inFlight.join(apiVersion, () => this.#discover(apiVersion, call))
    return resources.find(resource => resource.kind === kind)
  }

  /** Asks again next time: what was served is not any more. */
  forget(apiVersion: string): void {
    this.#known.delete(apiVersion)
  }

  async #discover(apiVersion: string, call: Call): Promise<readonly Resource[]> {
    const resources = (await this.#ask(apiVersion, call)).map(sameResource)
    this.#known.set(apiVersion, { resources, at: this.#clock.elapsed() })
    return resources
  }

  async #ask(apiVersion: string, call: Call): Promise<readonly Resource[]> {
    try {
      return await this.#api.discover(apiVersion, call)
    } catch (error) {
      if (hasCode(error, 'NotServed', 'NotFound')) return []
      throw error
    }
  }
}

const resourcesByKey = new Map<string, Resource>()
/** More than any fleet has, and few enough for one that makes them up. */
const MAX_RESOURCES = 10_000
const MAX_KEY_LENGTH = 512

// A thousand clusters say the same of their kinds: one object for all, and so one of all that is made from it.
function sameResource(resource: Resource): Resource {
  const { group, version, kind, plural, scope } = resource
  const key = `${group}/${version}/${kind}/${plural}/${scope}`
  const known = resourcesByKey.get(key)
  if (known) return known
  if (key.length <= MAX_KEY_LENGTH && resourcesByKey.size < MAX_RESOURCES) resourcesByKey.set(key, resource)
  return resource
}
