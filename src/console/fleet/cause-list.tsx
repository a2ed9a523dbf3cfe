import { type ReactNode, useState } from 'react'
import type { FleetCluster } from '../../domain/fleet/fleet-snapshot.ts'
import { type CauseCount, countCauses } from '../../domain/fleet/sum-fleet.ts'
import { counted } from '../../domain/text/counted.ts'
import { toneOf } from '../../domain/words/state-words.ts'
import type { FleetPageInfo } from '../../server/api/fleet-response.ts'
import { StateSign } from '../elements/state-sign.tsx'
import { glyphOf } from '../elements/state-badge.tsx'
import { Age } from '../elements/time.tsx'
import { termsOf } from './query-terms.ts'

interface CauseListProps {
  readonly clusters: readonly FleetCluster[]
  readonly page: FleetPageInfo | undefined
  readonly query: string
  readonly onToggle: (term: string) => void
}

const SHOWN = 4

/** What needs attention: each cause once, the one with most clusters first. */
export function CauseList({ clusters, page, query, onToggle }: CauseListProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const causes = page?.causes ?? countCauses(clusters)
  if (causes.length === 0) return null
  const shown = isOpen ? causes : causes.slice(0, SHOWN)
  const affected = new Set(causes.flatMap(cause => cause.clusters)).size
  return (
    <section className="panel causes" aria-labelledby="causes-title">
      <div className="head">
        <h2 id="causes-title">Needs attention</h2>
        <span className="muted">
          {counted(causes.length, 'cause')}, {counted(affected, 'cluster')}
        </span>
      </div>
      <ul>
        {shown.map(cause => (
          <CauseRow
            key={`${cause.reason} ${cause.sentence}`}
            cause={cause}
            query={query}
            onToggle={onToggle}
          />
        ))}
      </ul>
      {causes.length > SHOWN ? (
        <button type="button" className="button plain small more" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `${causes.length - SHOWN} more`}
        </button>
      ) : null}
    </section>
  )
}

interface CauseRowProps {
  readonly cause: CauseCount
  readonly query: string
  readonly onToggle: (term: string) => void
}

function CauseRow({ cause, query, onToggle }: CauseRowProps): ReactNode {
  const { reason, sentence, actor, state, clusters, oldest } = cause
  const term = `cause:${reason}`
  return (
    <li>
      <button
        type="button"
        className="cause"
        aria-pressed={termsOf(query).includes(term)}
        onClick={() => onToggle(term)}
      >
        <span className={`cause-count tone-${toneOf(state)}`}>
          <StateSign glyph={glyphOf(state)} />
          {clusters.length}
        </span>
        <span className="cause-sentence">{sentence}</span>
        <span className="cause-reason muted">{reason}</span>
        <span className="cause-owner">
          <span className="tag">{actor}</span>
        </span>
        <span className="cause-age muted">
          {oldest === undefined ? null : (
            <>
              <span className="oldest">oldest </span>
              <Age since={Date.parse(oldest)} isShort />
            </>
          )}
        </span>
      </button>
    </li>
  )
}
