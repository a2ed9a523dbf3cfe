import { useEffect, useSyncExternalStore } from 'react'
import { clusterOfRow, type FleetRow } from '../../domain/fleet/fleet-row.ts'
import type { FleetCluster, FleetPlan, FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import type { FleetResponse } from '../../server/api/fleet-response.ts'
import type { FleetPatch } from '../../server/api/stream-event.ts'
import { getJson, RequestError } from './api-client.ts'
import { noteHeard } from './freshness.ts'
import { followTopic, noteFetched } from './live-stream.ts'
import { mergeFleetPatch } from './merge-fleet-patch.ts'

/** The fleet as far as it is here, and why no newer one is. */
export interface FleetState {
  readonly fleet: FleetResponse | undefined
  readonly clusters: readonly FleetCluster[]
  readonly error: RequestError | undefined
}

const PAINT_MS = 500
const RETRY_MS = 5_000
const PATH = 'fleet'

let state: FleetState = { fleet: undefined, clusters: [], error: undefined }
const listeners = new Set<() => void>()
let stopFollowing: (() => void) | undefined
let waiting: FleetPatch[] = []
let painting: ReturnType<typeof setTimeout> | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let fetching: Promise<void> | undefined

/** The fleet, kept up to date while somebody looks at it. */
export function useFleet(): FleetState {
  const shown = useSyncExternalStore(subscribe, () => state)
  useEffect(() => {
    if (state.fleet === undefined) void fetchFleet()
  }, [])
  return shown
}

/** Fetches the whole fleet. */
async function fetchFleet(): Promise<void> {
  fetching ??= fetchOnce().finally(() => {
    fetching = undefined
  })
  return fetching
}

async function fetchOnce(): Promise<void> {
  clearTimeout(retry)
  try {
    const fleet = await getJson<FleetResponse>(PATH)
    waiting = []
    noteFetched(fleet.seq)
    noteHeard(fleet)
    show({ fleet, clusters: clustersOf(fleet), error: undefined })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    show({ ...state, error })
    if (listeners.size > 0) retry = setTimeout(() => void fetchFleet(), error.retryAfterMs ?? RETRY_MS)
  }
}

// Twice a second is as often as a person can follow; patches in between are painted together.
function onPatch(patch: FleetPatch): void {
  waiting.push(patch)
  painting ??= setTimeout(paint, PAINT_MS)
}

function paint(): void {
  painting = undefined
  const { fleet } = state
  if (fleet === undefined) return
  const patches = waiting.filter(({ seq }) => seq > fleet.seq)
  waiting = []
  if (patches.length === 0) return
  const next = patches.reduce(mergeFleetPatch, fleet)
  show({ fleet: next, clusters: clustersOf(next), error: undefined })
}

const known = new WeakMap<
  FleetRow,
  { readonly plans: readonly FleetPlan[]; readonly cluster: FleetCluster }
>()

// A row that did not change is the same cluster: what is drawn of it need not be drawn again.
function clustersOf({ rows, fitouts }: FleetResponse): readonly FleetCluster[] {
  return rows.map(row => {
    const before = known.get(row)
    if (before?.plans === fitouts) return before.cluster
    const cluster = clusterOfRow(row, fitouts)
    known.set(row, { plans: fitouts, cluster })
    return cluster
  })
}

/** The fleet as what queries and words of the domain work on. */
export function snapshotOf({ fleet, clusters }: FleetState, asOf: string): FleetSnapshot {
  return {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'FleetSnapshot',
    asOf,
    fitouts: fleet?.fitouts ?? [],
    clusters,
    unselected: fleet?.unselected ?? 0,
  }
}

function show(next: FleetState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  stopFollowing ??= followTopic('fleet', {
    onPatch: patch => {
      if (patch.topic === 'fleet') onPatch(patch)
    },
    onResync: () => void fetchFleet(),
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopFollowing?.()
    stopFollowing = undefined
  }
}
