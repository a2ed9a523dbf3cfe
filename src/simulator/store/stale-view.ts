import type { Api } from '../../engine/api/api.ts'
import { serveApi } from './serve-api.ts'
import type { Store } from './store.ts'

/**
 * A server that lags behind: its reads and watches show the store as it was.
 *
 * Its writes reach the store itself, so they meet every check there: a decision on old facts ends in a conflict.
 */
export class StaleView {
  readonly api: Api
  readonly #store: Store
  #fixed: number | undefined
  #lag = 0

  constructor(store: Store, user: string) {
    this.#store = store
    this.api = serveApi(store, { user, horizon: () => this.revision })
  }

  /** The version that is shown now. */
  get revision(): number {
    const { revision, compacted } = this.#store
    return Math.max(compacted, Math.min(revision, this.#fixed ?? revision - this.#lag))
  }

  /** Shows the store as it was at a version, until told otherwise. */
  moveTo(revision: number): void {
    this.#fixed = revision
    this.#wake()
  }

  /** Shows what is there now and no more. */
  freeze(): void {
    this.moveTo(this.revision)
  }

  /** Goes along with the store, so many versions behind it. */
  follow(lag = 0): void {
    this.#fixed = undefined
    this.#lag = lag
    this.#wake()
  }

  #wake(): void {
    for (const watch of this.#store.watches()) watch.wake()
  }
}
