import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { counted } from '../../domain/text/counted.ts'

const QUIET_MS = 10_000
const told = ['Failed', 'Stuck', 'Held', 'Ready'] as const

/** Says what changed to those who hear the page: at most once in ten seconds, and only what matters. */
export function FleetAnnouncer({ clusters }: { readonly clusters: readonly FleetCluster[] }): ReactNode {
  const [message, setMessage] = useState('')
  const latest = useRef(clusters)
  latest.current = clusters
  useEffect(() => {
    let before = statesOf(latest.current)
    const timer = setInterval(() => {
      const now = statesOf(latest.current)
      setMessage(changeWords(before, now))
      before = now
    }, QUIET_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="visually-hidden" role="status" aria-label="Changes of the fleet">
      {message}
    </div>
  )
}

function statesOf(clusters: readonly FleetCluster[]): ReadonlyMap<string, string> {
  return new Map(clusters.map(cluster => [idOf(cluster), cluster.state]))
}

function changeWords(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string {
  const became = [...now].flatMap(([id, state]) =>
    before.has(id) && before.get(id) !== state ? [state] : [],
  )
  return told
    .map(state => ({ state, count: became.filter(one => one === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${counted(count, 'cluster')} became ${state}`)
    .join(', ')
}
