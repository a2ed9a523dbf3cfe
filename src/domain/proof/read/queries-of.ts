import { oncePerObject } from '../../object/once-per-object.ts'
import type { ResolvedProof } from '../resolve/resolved-proof.ts'
import { coveringKeys, type Query } from './query.ts'

/** What must be read so that proofs can be judged. */
export interface Questions {
  /** Each once, in the order of their keys; names of one kind and namespace are one query. */
  readonly queries: readonly Query[]
  readonly asksReadyz: boolean
}

/** Lists what must be read for all of `proofs`, and no more. */
export function queriesOf(proofs: readonly ResolvedProof[]): Questions {
  const [first, ...others] = proofs
  return first && others.length === 0 ? queriesOfOne(first) : queriesOfAll(proofs)
}

// Asked about a proof at every look at its cluster.
const queriesOfOne = oncePerObject((proof: ResolvedProof) => queriesOfAll([proof]))

function queriesOfAll(proofs: readonly ResolvedProof[]): Questions {
  const byKey = new Map<string, Query>()
  for (const { query } of proofs.flatMap(({ objects }) => objects)) {
    const known = byKey.get(query.key)
    byKey.set(query.key, known ? withNamesOf(known, query) : query)
  }
  const queries = [...byKey.values()].filter(query => !isCovered(query, byKey))
  return {
    queries: queries.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    asksReadyz: proofs.some(({ asksReadyz }) => asksReadyz),
  }
}

function withNamesOf(known: Query, { select }: Query): Query {
  if (known.select.by !== 'names' || select.by !== 'names') return known
  const names = [...new Set([...known.select.names, ...select.names])].toSorted()
  return { ...known, select: { by: 'names', names } }
}

function isCovered(query: Query, byKey: ReadonlyMap<string, Query>): boolean {
  return coveringKeys(query).some(key => key !== query.key && byKey.has(key))
}
