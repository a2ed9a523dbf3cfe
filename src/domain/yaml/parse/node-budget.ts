/** How many characters a document may have: an API server takes no object of more, and CRDs that big must be readable. */
export const MAX_DOCUMENT_LENGTH = 3 * 1024 * 1024

/** How many lines a document may have. Of 3 MiB that is one for 16 characters, indentation among them. */
export const MAX_LINES = 200_000

/** How many nodes a document may have, keys too. What etcd takes, 1.5 MiB, has at most three quarters of that in practice. */
export const MAX_NODES = 80_000

/** What an anchor or a tag counts, because it takes as long: with so many of them, nobody writes YAML by hand or program. */
export const NODES_PER_PROPERTY = 8

/** How many nodes may still be read. Documents that are read together may share one. */
export class NodeBudget {
  left = MAX_NODES
}
