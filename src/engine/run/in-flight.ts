/** What is being asked for now. Of many who ask for the same at the same time, one does. */
export class InFlight<Answer> {
  readonly #asked = new Map<string, Promise<Answer>>()

  /** Waits for an answer that is on its way, or asks. Whoever would fail with another one asks for itself. */
  async join(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const asked = this.#asked.get(key)
    if (!asked) return this.lead(key, ask)
    try {
      return await asked
    } catch {
      return this.lead(key, ask)
    }
  }

  /** Asks in any case; others may join. */
  async lead(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const asking = ask()
    this.#asked.set(key, asking)
    try {
      return await asking
    } finally {
      if (this.#asked.get(key) === asking) this.#asked.delete(key)
    }
  }
}
