import { expect } from 'vitest'
import { isObserved, setMessageOf } from './fleet-condition.ts'
import type { Api, ObjectRef, Resource } from '../../src/engine/api/api.ts'
import { hasCode } from '../../src/engine/api/api-error.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { resourceNamed } from './fleet-kinds.ts'

const by = { fieldManager: 'contract' }

/** Longer than anything takes that a controller does by itself: a wait is a quarter of a second or more. */
const PATIENCE = 800

/** One of the two clusters, and short words for what is in its namespace of the contract. */
export class FleetSide {
  readonly api: Api
  readonly namespace: string
  readonly #settle: () => Promise<void>

  constructor(api: Api, namespace: string, settle: () => Promise<void>) {
    this.api = api
    this.namespace = namespace
    this.#settle = settle
  }

  ref(kind: string, name: string): ObjectRef {
    const resource = resourceNamed(kind)
    return resource.scope === 'Cluster' ? { resource, name } : { resource, namespace: this.namespace, name }
  }

  async create(...objects: readonly KubeObject[]): Promise<void> {
    for (const object of objects) await this.api.create(resourceNamed(object.kind), object, by)
  }

  get(kind: string, name: string): Promise<KubeObject> {
    return this.api.get(this.ref(kind, name))
  }

  async find(kind: string, name: string): Promise<KubeObject | undefined> {
    try {
      return await this.get(kind, name)
    } catch (error) {
      if (hasCode(error, 'NotFound') || isNotServed(error)) return undefined
      throw error
    }
  }

  async list(kind: string, labels?: string): Promise<readonly KubeObject[]> {
    const resource: Resource = resourceNamed(kind)
    const where = resource.scope === 'Cluster' ? {} : { namespace: this.namespace }
    return (await this.api.list({ resource, ...where, ...(labels === undefined ? {} : { labels }) })).items
  }

  /** Whether a kind is served. */
  async isServed(kind: string): Promise<boolean> {
    try {
      await this.list(kind)
      return true
    } catch (error) {
      if (isNotServed(error)) return false
      throw error
    }
  }

  /** Changes an object as it is now; when another client was faster, once more. */
  async change(kind: string, name: string, edit: (object: KubeObject) => KubeObject): Promise<void> {
    for (;;) {
      try {
        await this.api.update(resourceNamed(kind), edit(await this.get(kind, name)), by)
        return
      } catch (error) {
        if (!hasCode(error, 'Conflict')) throw error
      }
    }
  }

  /** Changes fields of the spec of an object. */
  async changeSpec(kind: string, name: string, fields: object): Promise<void> {
    await this.change(kind, name, object => {
      const { spec } = object as { readonly spec?: object }
      return { ...object, spec: { ...spec, ...fields } }
    })
  }

  delete(kind: string, name: string): Promise<void> {
    return this.api.delete(this.ref(kind, name))
  }

  /** Waits until something holds. */
  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < PATIENCE; tries += 1) {
      if (await holds()) return
      await this.#settle()
    }
    expect.fail(`it did not come true that ${what}`)
  }

  /** Waits until an object is there, and such as it shall be; gives it. */
  async untilIs(
    kind: string,
    name: string,
    isSo: (object: KubeObject) => boolean = () => true,
  ): Promise<KubeObject> {
    let last: KubeObject | undefined
    for (let tries = 0; tries < PATIENCE; tries += 1) {
      last = await this.find(kind, name)
      if (last !== undefined && isSo(last)) return last
      await this.#settle()
    }
    return expect.fail(
      `${kind} ${name} did not get as it shall be: ${JSON.stringify(last?.['status'] ?? last)}`,
    )
  }

  /** Waits until an object says this of itself; gives it. What is said is a type, a status and maybe a reason. */
  async untilSays(kind: string, name: string, said: string): Promise<KubeObject> {
    const [type = ''] = said.split(' ')
    return this.untilIs(kind, name, object => {
      const found = `${type} ${setMessageOf(object, type)}`
      return found === said || found.startsWith(`${said} `)
    })
  }

  /** Waits until Flux says of an object in its newest spec that it is ready, and for this reason. */
  async untilReady(kind: string, name: string, reason: string): Promise<KubeObject> {
    return this.untilIs(
      kind,
      name,
      object => isObserved(object) && setMessageOf(object, 'Ready') === `True ${reason}`,
    )
  }

  async untilGone(kind: string, name: string): Promise<void> {
    await this.until(`${kind} ${name} is gone`, async () => (await this.find(kind, name)) === undefined)
  }
}

// A server that is still about to serve a kind asks for patience.
function isNotServed(error: unknown): boolean {
  return hasCode(error, 'NotServed', 'TooManyRequests')
}
