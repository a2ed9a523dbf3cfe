import { hasCode } from '../../engine/api/api-error.ts'
import type { Call } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { InFlight } from '../../engine/run/in-flight.ts'
import { Lanes } from '../../engine/run/lanes.ts'
import type { MessageSource } from '../../domain/api/schema/cluster-fitout-schema.ts'
import type { UnreadPart } from '../../domain/proof/read/query.ts'
import type { ResourceRef } from '../../domain/resource-set/resource-set.ts'
import { callProblem, readErrorOf } from '../management/call-problem.ts'
import { resources } from '../world/resources.ts'
import type { World } from '../world/world.ts'
import { deliveredSource, type DeliveredSource } from './delivered-source.ts'

/** A source that could not be read. */
interface UnreadSource extends UnreadPart {
  readonly source: MessageSource
}

/** What a ClusterResourceSet delivers, and what of it could not be read. */
export interface ReadSources {
  readonly sources: readonly DeliveredSource[]
  /** Why, for the first that could not be read; undefined when all could. */
  readonly unread: UnreadSource | undefined
}

interface Known {
  readonly source: DeliveredSource | undefined
  /** Of the object that it was read from. */
  readonly version: string
  readonly readAt: number
}

/** How long a source that was read is believed: many clusters share it, and reading a megabyte for each would be dear. */
const FRESH_MS = 15_000
const MAX_KNOWN = 5_000
/** How many are read at once: each may be a megabyte, and several times that while it is parsed. */
const AT_ONCE = 4

/**
 * Reads the ConfigMaps and Secrets that ClusterResourceSets list, each once for all clusters.
 *
 * Only what was found out about them is remembered: a fleet may have hundreds, each of a megabyte.
 */
export class SourceReader {
  readonly #world: Pick<World, 'management' | 'clock'>
  readonly #known = new Map<string, Known>()
  /** Many clusters that look at the same time ask for the same. */
  readonly #inFlight = new InFlight<Known>()
  readonly #lanes = new Lanes(AT_ONCE)

  constructor(world: Pick<World, 'management' | 'clock'>) {
    this.#world = world
  }

  /** The sources of a set that exist. `fresh` asks the server in any case. */
  async read(
    namespace: string,
    refs: readonly ResourceRef[],
    call: Call & { readonly fresh: boolean },
  ): Promise<ReadSources> {
    const problems: UnreadSource[] = []
    const reads = refs.map(async ref => {
      try {
        return await this.#one(namespace, ref, call)
      } catch (error) {
        const message = `${ref.kind} "${ref.name}" cannot be read: ${callProblem(error)}`
        problems.push({ message, source: { kind: ref.kind, name: ref.name }, readError: readErrorOf(error) })
        return undefined
      }
    })
    const sources = await Promise.all(reads)
    const [unread] = problems.toSorted((a, b) => (a.message < b.message ? -1 : 1))
    return { sources: sources.filter(source => source !== undefined), unread }
  }

  async #one(
    namespace: string,
    ref: ResourceRef,
    { fresh, ...call }: Call & { readonly fresh: boolean },
  ): Promise<DeliveredSource | undefined> {
    const key = `${ref.kind}/${namespace}/${ref.name}`
    const now = this.#world.clock.elapsed()
    const known = this.#known.get(key)
    if (known && !fresh && now - known.readAt < FRESH_MS) return known.source
    const ask = async () => this.#remember(key, await this.#ask(namespace, ref, { ...call, known }))
    const { source } = await (fresh ? this.#inFlight.lead(key, ask) : this.#inFlight.join(key, ask))
    return source
  }

  #remember(key: string, read: Known): Known {
    this.#known.delete(key)
    this.#known.set(key, read)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest)
    return read
  }

  async #ask(
    namespace: string,
    { kind, name }: ResourceRef,
    { known, ...call }: Call & { readonly known: Known | undefined },
  ): Promise<Known> {
    const readAt = this.#world.clock.elapsed()
    const ref = { resource: kind === 'Secret' ? resources.secret : resources.configMap, namespace, name }
    const { management } = this.#world
    try {
      // A megabyte that has not changed need not come again.
      const isSame =
        known?.source !== undefined &&
        versionOf(await management.get(ref, { ...call, metadataOnly: true })) === known.version
      if (isSame) return { ...known, readAt }
      return await this.#lanes.run(async () => {
        const object = await management.get(ref, call)
        return { version: versionOf(object), source: deliveredSource(object), readAt }
      })
    } catch (error) {
      if (hasCode(error, 'NotFound')) return { version: '', source: undefined, readAt }
      throw error
    }
  }
}

function versionOf({ metadata: { uid = '', resourceVersion = '' } }: KubeObject): string {
  return `${uid} ${resourceVersion}`
}
