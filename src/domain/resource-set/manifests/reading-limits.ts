import { MAX_DOCUMENTS } from '../../yaml/document/split-documents.ts'
import { MAX_NODES, NodeBudget } from '../../yaml/parse/node-budget.ts'

/** Says what a source has too much of. */
export const TOO_MANY_PARTS = `more than ${MAX_DOCUMENTS} objects, or ${MAX_NODES} keys and values, in one source`

/** What all values of a source may have together. Cluster API has no such limits; no real source comes near them. */
export class ReadingLimits {
  readonly nodes = new NodeBudget()
  #documentsLeft = MAX_DOCUMENTS

  /** Counts documents, and says whether there may be so many. */
  mayHaveDocuments(count: number): boolean {
    this.#documentsLeft -= count
    return this.#documentsLeft >= 0
  }

  /** Counts the keys and values of a list or map, and says whether there may be so many. */
  mayHaveNodes(count: number): boolean {
    this.nodes.left -= count
    return this.nodes.left >= 0
  }
}
