import { HttpRefusal } from '../http/http-refusal.ts'

/** What a stream tells of. */
export interface StreamTopics {
  readonly hasFleet: boolean
  /** `prod/blue`. */
  readonly clusters: readonly string[]
}

/** A page shows one cluster, and the list beside it another. */
const MOST_CLUSTERS = 10

/** Reads `fleet,cluster:prod/blue`, or throws an HttpRefusal. */
export function readTopics(text: string): StreamTopics {
  const words = text === '' ? [] : [...new Set(text.split(','))]
  const clusters = words.filter(word => word !== 'fleet').map(clusterIn)
  if (words.length === 0) throw refused('topics is empty; give fleet, or cluster:namespace/name')
  if (clusters.length > MOST_CLUSTERS) throw refused(`topics has more than ${MOST_CLUSTERS} clusters`)
  return { hasFleet: words.includes('fleet'), clusters }
}

function clusterIn(word: string): string {
  const id = /^cluster:([a-z0-9][a-z0-9.-]{0,252}\/[a-z0-9][a-z0-9.-]{0,252})$/.exec(word)?.[1]
  if (id === undefined) throw refused('topics are fleet and cluster:namespace/name')
  return id
}

/** The number from which on a client wants changes; undefined if it begins. */
export function readSeq(lastEventId: unknown, after: string | null): number | undefined {
  const text = typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : after
  if (text === null || text === '') return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw refused('the number to go on from is not one')
}

function refused(cause: string): HttpRefusal {
  return new HttpRefusal('BadRequest', `cannot open the stream: ${cause}`)
}
