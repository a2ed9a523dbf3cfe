import { partOf } from '../../domain/health/read-field.ts'
import type { Random } from '../../engine/clock.ts'
import { below, pick } from '../clock/seeded-random.ts'
import type { SimulatedFleet } from '../fleet/simulated-fleet.ts'

const kinds = ['cutLink', 'silenceLink', 'endWatches', 'compact', 'kill', 'pause'] as const

/** Lets things happen to a fleet from time to time, a random choice of them, until it is healed. Gives the way to heal it. */
export function troubleFleet(fleet: SimulatedFleet, random: Random): () => void {
  const chosen = kinds.filter(() => random() < 0.4)
  const everyMs = 2000 + below(random, 20_000)
  let isHealed = false
  const next = (): void => {
    if (isHealed || chosen.length === 0) return
    const kind = pick(random, chosen)
    if (kind !== undefined) happen(fleet, random, kind)
    fleet.clock.after(below(random, everyMs), next)
  }
  fleet.clock.after(below(random, everyMs), next)
  return () => {
    isHealed = true
    for (const cluster of clustersOf(fleet)) setPaused(fleet, cluster, false)
    for (const link of fleet.links.values()) link.set({ kind: 'up', latencyMs: 3 })
  }
}

function happen(fleet: SimulatedFleet, random: Random, kind: (typeof kinds)[number]): void {
  const stores = [fleet.management, ...fleet.workloads.values()]
  switch (kind) {
    case 'cutLink':
    case 'silenceLink': {
      const link = pick(random, [...fleet.links.values()])
      link?.set({ kind: kind === 'cutLink' ? 'down' : 'silent' })
      fleet.clock.after(below(random, 60_000), () => link?.set({ kind: 'up', latencyMs: 3 }))
      return undefined
    }
    case 'endWatches':
      return pick(random, stores)?.endWatches()
    case 'compact':
      return pick(random, stores)?.compact()
    case 'kill':
      return fleet.kill()
    case 'pause': {
      const key = pick(random, clustersOf(fleet))
      if (key === undefined) return undefined
      setPaused(fleet, key, true)
      fleet.clock.after(below(random, 30_000), () => setPaused(fleet, key, false))
      return undefined
    }
  }
}

function clustersOf({ management }: SimulatedFleet): readonly string[] {
  return [...clusterTable(management).listAt(management.revision)].map(([key]) => key)
}

function clusterTable(management: SimulatedFleet['management']) {
  return management.table({ group: 'cluster.x-k8s.io', plural: 'clusters' })
}

function setPaused(fleet: SimulatedFleet, key: string, isPaused: boolean): void {
  const cluster = clusterTable(fleet.management).get(key)
  if (cluster === undefined) return
  fleet.put({ ...cluster, spec: { ...partOf(cluster, 'spec'), paused: isPaused ? true : undefined } })
}
