import type { FleetRow } from '../../domain/fleet/fleet-row.ts'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { chooseClusters } from '../../domain/fleet/query/matches-query.ts'
import { parseQuery } from '../../domain/fleet/query/parse-query.ts'
import { QueryError } from '../../domain/fleet/query/query-error.ts'
import { countCauses, countStates } from '../../domain/fleet/sum-fleet.ts'
import { fittedOutMs } from '../../domain/fleet/time-in-state.ts'
import { oncePerObject } from '../../domain/object/once-per-object.ts'
import type { FleetPageInfo, FleetResponse, ToReady } from '../api/fleet-response.ts'
import type { SeenFleet } from '../fleet/seen-fleet.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import { sumDurations } from './quantiles.ts'

/** Up to so many clusters are sent at once, and filtered in the browser. */
const MOST_WHOLE = 5_000
const PAGE = 1_000

/** What is asked of a fleet that is too large for one answer. */
export interface FleetQuestion {
  readonly q: string
  /** The last cluster of the page before. */
  readonly cursor: string | undefined
}

/** The fleet as a user may see it. */
export function fleetAnswer(view: SeenFleet, question: FleetQuestion): FleetResponse {
  const { fresh, seq, snapshot, rows, access } = view
  const whole = {
    ...fresh,
    seq,
    fitouts: snapshot.fitouts,
    unselected: snapshot.unselected,
    isPartial: access.isPartial,
    toReady: toReadyOf(snapshot),
  }
  return rows.length > MOST_WHOLE ? { ...whole, ...pageOf(view, question) } : { ...whole, rows }
}

/** How long the clusters of a fleet took until they were ready. */
export function toReadyOf({ clusters }: Pick<FleetSnapshot, 'clusters'>): ToReady {
  return toReady(clusters)
}

const toReady = oncePerObject((clusters: FleetSnapshot['clusters']): ToReady =>
  sumDurations(clusters.map(fittedOutMs)),
)

function pageOf(
  { snapshot, rows }: SeenFleet,
  { q, cursor }: FleetQuestion,
): { readonly rows: readonly FleetRow[]; readonly page: FleetPageInfo } {
  const hits = chooseClusters(queryOf(q), snapshot)
  const wanted = new Set(hits.map(({ namespace, name }) => `${namespace}/${name}`))
  const found = rows.filter(({ id }) => wanted.has(id))
  const rest = cursor === undefined ? found : found.filter(({ id }) => id > cursor)
  const page = rest.slice(0, PAGE)
  const last = rest.length > PAGE ? page.at(-1)?.id : undefined
  return {
    rows: page,
    page: {
      total: found.length,
      ...(last === undefined ? {} : { cursor: last }),
      // Of the whole fleet: the counts above the list do not change with what it is filtered by.
      states: countStates(snapshot.clusters),
      causes: countCauses(snapshot.clusters),
    },
  }
}

function queryOf(text: string): ReturnType<typeof parseQuery> {
  try {
    return parseQuery(text)
  } catch (error) {
    if (error instanceof QueryError) throw new HttpRefusal('BadRequest', `cannot search: ${error.message}`)
    throw error
  }
}
