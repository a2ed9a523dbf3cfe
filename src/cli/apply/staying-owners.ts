import { identityOf } from '../../domain/pack/manifest.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import { apiVersionOf, type Resource } from '../../engine/api/api.ts'
import type { KubeObject, OwnerReference } from '../../engine/api/kube-object.ts'
import { findLive, objectRefOf } from './live-object.ts'
import type { ApplyRun } from './run-state.ts'

/** Tells objects that stay from those that are going: themselves, or with the last of their owners. */
export class StayingOwners {
  readonly #run: ApplyRun
  readonly #gone: ReadonlySet<string>
  /** By uid; `true` while it is looked at, so that owners in a circle stay. */
  readonly #known = new Map<string, boolean>()

  /** `gone` is what a dry run has shown as deleted. */
  constructor(run: ApplyRun, gone: ReadonlySet<string>) {
    this.#run = run
    this.#gone = gone
  }

  /** Whether nothing that is known takes this object away. */
  async isStaying(resource: Resource, { metadata }: KubeObject): Promise<boolean> {
    if (metadata.deletionTimestamp !== undefined) return false
    const { name, namespace = '', ownerReferences = [] } = metadata
    const identity = identityOf({ apiVersion: apiVersionOf(resource), kind: resource.kind, namespace, name })
    if (this.#gone.has(identity)) return false
    if (ownerReferences.length === 0) return true
    for (const owner of ownerReferences) if (await this.#isOwnerStaying(owner, namespace)) return true
    return false
  }

  async #isOwnerStaying(owner: OwnerReference, namespace: string): Promise<boolean> {
    const known = this.#known.get(owner.uid)
    if (known !== undefined) return known
    this.#known.set(owner.uid, true)
    const isStaying = await this.#look(owner, namespace)
    this.#known.set(owner.uid, isStaying)
    return isStaying
  }

  async #look({ apiVersion, kind, name, uid }: OwnerReference, namespace: string): Promise<boolean> {
    try {
      const resource = await this.#run.kinds.findServed(apiVersion, kind)
      if (!resource) return false
      const live = await findLive(this.#run, objectRefOf(resource, { namespace, name }))
      return live?.metadata.uid === uid && (await this.isStaying(resource, live))
    } catch (error) {
      // Who may not look cannot tell that it goes.
      if (hasCode(error, 'Forbidden')) return true
      throw error
    }
  }
}
