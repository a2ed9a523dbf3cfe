// Upstream's own limits: what aliases may add shrinks from 99 % of a small document to 10 % of a huge one.
const FREE_ALIASED = 100
const FREE_TOTAL = 1000
const SMALL = 400_000
const HUGE = 4_000_000

/** Counts the nodes of a document as if every alias were written out, and says when aliases add too many. */
export class AliasBudget {
  total = 1
  #aliased = 0

  /** Counts an alias for a node that has `size` nodes. They are shared: nothing is written out here. */
  addAlias(size: number): void {
    this.total += 1 + size
    this.#aliased += size
  }

  get isExceeded(): boolean {
    if (this.#aliased <= FREE_ALIASED || this.total <= FREE_TOTAL) return false
    return this.#aliased / this.total > allowedShare(this.total)
  }
}

function allowedShare(total: number): number {
  if (total <= SMALL) return 0.99
  if (total >= HUGE) return 0.1
  return 0.99 - 0.89 * ((total - SMALL) / (HUGE - SMALL))
}
