import type { ReadError } from '../../api/schema/cluster-fitout-schema.ts'

/** The cluster that is looked at. */
export type Side = 'Workload' | 'Management'

/** A set of objects that must be read for proofs to be judged. */
export interface Query {
  /** Under which the answer is given. It does not depend on the names, so that they can change while a watch stays. */
  readonly key: string
  readonly on: Side
  readonly apiVersion: string
  readonly kind: string
  /** None for kinds that have none, and for all namespaces. */
  readonly namespace: string | undefined
  readonly select: QuerySelection
  /** Only the metadata is used, so nothing more is read: Secrets. */
  readonly isMetadataOnly: boolean
}

/** Which of the objects are wanted. With names, those of other names need not be kept. */
export type QuerySelection =
  | { readonly by: 'names'; readonly names: readonly string[] }
  | { readonly by: 'labels'; readonly labels: string }
  | { readonly by: 'all' }

/** What was read. Only a complete list can say that something is not there. */
export type QueryAnswer =
  | { readonly kind: 'objects'; readonly objects: readonly unknown[]; readonly complete: true }
  /** The cluster does not know the kind. */
  | { readonly kind: 'not-served' }
  | {
      readonly kind: 'unread'
      readonly reason: string
      /** The same in one word; undefined for what was not read. */
      readonly readError?: ReadError
      /** For how long nothing was heard of these objects, if they were followed, in milliseconds. */
      readonly unheardMs?: number
    }

/** What the API server of the workload cluster says at `/readyz`. */
export type ReadyzAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'not-ready'; readonly message: string }
  | { readonly kind: 'unread'; readonly reason: string; readonly readError?: ReadError }

/** That something could not be read, and why. */
export interface UnreadPart {
  readonly message: string
  readonly readError: ReadError
}

/** All that was read for a proof. A query without an answer counts as unread. */
export interface ProofReading {
  /** By the key of the query. */
  readonly answers: ReadonlyMap<string, QueryAnswer>
  /** Only needed if it was asked for. */
  readonly readyz?: ReadyzAnswer
}

/** Makes a query with its key. */
export function queryFor(asked: Omit<Query, 'key' | 'isMetadataOnly'>): Query {
  return { ...asked, key: keyOf(asked), isMetadataOnly: asked.kind === 'Secret' }
}

/** The keys under which an answer to `query` may stand: its own, and those of queries that read more. */
export function coveringKeys(query: Query): readonly string[] {
  const all = queryFor({ ...query, select: { by: 'all' } })
  const everywhere = queryFor({ ...query, namespace: undefined, select: { by: 'all' } })
  return [...new Set([query.key, all.key, everywhere.key])]
}

function keyOf({ on, apiVersion, kind, namespace, select }: Omit<Query, 'key' | 'isMetadataOnly'>): string {
  const which = select.by === 'labels' ? select.labels : select.by
  return `${on} ${apiVersion} ${kind} ${namespace ?? '-'} ${which}`
}
