/** How a server is reached now. */
export type LinkState =
  | { readonly kind: 'up'; readonly latencyMs?: number }
  /** Connections are refused. */
  | { readonly kind: 'down' }
  /** Connections are taken, and nothing ever answers. */
  | { readonly kind: 'silent' }

/** The way from an actor to a server; it can be changed at any time, and open watches notice. */
export class NetworkLink {
  #state: LinkState = { kind: 'up' }
  readonly #listeners = new Set<() => void>()

  get state(): LinkState {
    return this.#state
  }

  set(state: LinkState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  /** Calls back on every change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
