import type { ReactNode } from 'react'
import type { FleetCluster } from '../../domain/fleet/fleet-snapshot.ts'
import { countStates, type StateCount } from '../../domain/fleet/sum-fleet.ts'
import { counted } from '../../domain/text/counted.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import { toneOf } from '../../domain/words/state-words.ts'
import type { FleetPageInfo, ToReady } from '../../server/api/fleet-response.ts'
import { StateSign } from '../elements/state-sign.tsx'
import { glyphOf } from '../elements/state-badge.tsx'
import { termsOf } from './query-terms.ts'

interface CountBarProps {
  readonly clusters: readonly FleetCluster[]
  readonly page: FleetPageInfo | undefined
  readonly toReady: ToReady
  readonly query: string
  readonly onToggle: (term: string) => void
}

/** How many clusters are in which state: buttons that filter, and the same as a picture. */
export function CountBar({ clusters, page, toReady, query, onToggle }: CountBarProps): ReactNode {
  const counts = page?.states ?? countStates(clusters)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const terms = termsOf(query)
  return (
    <section aria-label="States of all clusters" className="counts">
      <div className="spread">
        <div className="row">
          <h1>{counted(total, 'cluster')}</h1>
          {counts.map(({ state, count }) => (
            <button
              key={state}
              type="button"
              className={`count tone-${toneOf(state)}`}
              aria-pressed={terms.includes(`is:${state.toLowerCase()}`)}
              onClick={() => onToggle(`is:${state.toLowerCase()}`)}
            >
              <StateSign glyph={glyphOf(state)} />
              <b>{count.toLocaleString('en')}</b> {state}
            </button>
          ))}
        </div>
        <p className="muted">{toReadyWords(toReady)}</p>
      </div>
      <Proportions counts={counts} total={total} />
    </section>
  )
}

// A state with one cluster of a thousand has to be seen too.
const LEAST = 0.6

function Proportions({
  counts,
  total,
}: {
  readonly counts: readonly StateCount[]
  readonly total: number
}): ReactNode {
  return (
    <div className="proportions" aria-hidden="true">
      {counts.map(({ state, count }) => (
        <i
          key={state}
          className={`tone-${toneOf(state)}`}
          style={{ flexGrow: Math.max(LEAST, (count / total) * 100) }}
        />
      ))}
    </div>
  )
}

function toReadyWords({ median, p95, count }: ToReady): string {
  if (median === undefined) return ''
  const [half, most] = [median, p95].map(seconds =>
    seconds === undefined ? '' : durationWords(seconds * 1_000),
  )
  const tail = p95 === undefined ? `, of ${count}` : `, p95 ${most}`
  return `to Ready: median ${half}${tail}`
}
