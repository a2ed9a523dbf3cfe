import { createHash } from 'node:crypto'
import { resources } from '../../controller/world/resources.ts'
import type { Resource } from '../../engine/api/api.ts'
import type { Clock } from '../../engine/clock.ts'
import type { AccessReview } from '../../engine/api/access-review.ts'
import type { FleetAccess } from '../http/console-identity.ts'
import type { ClaimedUser } from './user-claims.ts'

/** A page shows what is in all of these together, so one who may not list one of them sees none. */
const shown: readonly Resource[] = [resources.cluster, resources.clusterFitout, resources.fitout]

/** So long a right that was taken away may still be used; and one that was given, missing. */
const KEEP_MS = 30_000
const MOST_ANSWERS = 50_000
/** Reviews of one user that run at the same time. */
const AT_ONCE = 16

interface KeptAnswer {
  readonly at: number
  readonly maySee: Promise<boolean>
}

/** Which parts of the fleet users may see, by the RBAC of the management cluster. */
export class FleetRights {
  readonly #review: AccessReview
  readonly #clock: Clock
  readonly #kept = new Map<string, KeptAnswer>()

  constructor(review: AccessReview, clock: Clock) {
    this.#review = review
    this.#clock = clock
  }

  /** What a user may see of these namespaces. Throws when Kubernetes does not answer: then nobody sees anything. */
  async accessOf(user: ClaimedUser, namespaces: readonly string[]): Promise<FleetAccess> {
    if (await this.#maySee(user)) return { key: '*', isPartial: false, maySee: () => true }
    const seen = new Set<string>()
    for (let from = 0; from < namespaces.length; from += AT_ONCE) {
      const some = namespaces.slice(from, from + AT_ONCE)
      const answers = await Promise.all(
        some.map(async name => ({ name, may: await this.#maySee(user, name) })),
      )
      for (const { name, may } of answers) if (may) seen.add(name)
    }
    return { key: keyOfAll([...seen].toSorted()), isPartial: true, maySee: name => seen.has(name) }
  }

  async #maySee(user: ClaimedUser, namespace?: string): Promise<boolean> {
    const key = keyOfAll([user.name, ...user.groups, '', namespace ?? ''])
    const kept = this.#kept.get(key)
    if (kept && this.#clock.elapsed() - kept.at < KEEP_MS) return kept.maySee
    const answer = { at: this.#clock.elapsed(), maySee: this.#ask(user, namespace) }
    this.#keep(key, answer)
    try {
      return await answer.maySee
    } catch (error) {
      // A failure is no answer: the next one asks again.
      if (this.#kept.get(key) === answer) this.#kept.delete(key)
      throw error
    }
  }

  async #ask(user: ClaimedUser, namespace: string | undefined): Promise<boolean> {
    const where = namespace === undefined ? {} : { namespace }
    const answers = await Promise.all(
      shown.map(async resource => this.#review(user, { verb: 'list', resource, ...where })),
    )
    return answers.every(Boolean)
  }

  #keep(key: string, answer: KeptAnswer): void {
    this.#kept.delete(key)
    this.#kept.set(key, answer)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_ANSWERS && oldest !== undefined) this.#kept.delete(oldest)
  }
}

function keyOfAll(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
