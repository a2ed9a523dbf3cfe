import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FleetCluster } from '../../domain/fleet/fleet-snapshot.ts'
import { chooseClusters } from '../../domain/fleet/query/matches-query.ts'
import { parseQuery } from '../../domain/fleet/query/parse-query.ts'
import { QueryError } from '../../domain/fleet/query/query-error.ts'
import type { FleetQuery } from '../../domain/fleet/query/query.ts'
import { instantOf } from '../../domain/plan/step-status.ts'
import { counted } from '../../domain/text/counted.ts'
import type { FleetPageInfo } from '../../server/api/fleet-response.ts'
import { askFleet, type FleetState, snapshotOf, useFleet } from '../data/fleet-store.ts'
import { serverNow } from '../data/server-clock.ts'
import { ChoiceField } from '../elements/choice-field.tsx'
import { CommandBox } from '../elements/command-box.tsx'
import { Notice } from '../elements/notice.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { Skeleton } from '../elements/skeleton.tsx'
import { useKeys } from '../frame/use-keys.ts'
import { type FleetView, readFleetView, STANDARD_QUERY, writeFleetView } from '../routing/fleet-view.ts'
import { currentPlace, go, usePlace } from '../routing/location-store.ts'
import { PageLink } from '../routing/page-link.tsx'
import { CauseList } from './cause-list.tsx'
import { CountBar } from './count-bar.tsx'
import { FleetAnnouncer } from './fleet-announcer.tsx'
import { GhostRows } from './ghost-rows.tsx'
import { FleetList } from './fleet-list.tsx'
import { termsOf, toggleTerm, withoutTerm } from './query-terms.ts'
import { useHeldOrder } from './use-held-order.ts'
import { WhySide } from './why-side.tsx'

/** The fleet: how many need attention, why, and which. */
export function FleetPage(): ReactNode {
  const state = useFleet()
  const { fleet, error } = state
  if (fleet === undefined && error === undefined)
    return <Skeleton heights={[44, 12, 160, 420]} label="the fleet" isPage />
  if (fleet === undefined) return <RefusalNotice what="list clusters" error={error} isPage />
  return (
    <div className="stack">
      {error === undefined ? null : <RefusalNotice what="list clusters" error={error} isShort />}
      {fleet.isPartial ? <Notice tone="quiet">Only namespaces you have access to are shown</Notice> : null}
      {state.clusters.length === 0 && fleet.page === undefined ? (
        <EmptyFleet unselected={fleet.unselected} />
      ) : (
        <FullFleet state={state} />
      )}
    </div>
  )
}

function FullFleet({ state }: { readonly state: FleetState }): ReactNode {
  const { search } = usePlace()
  const view = useMemo(() => readFleetView(search), [search])
  const { fleet, clusters } = state
  const { chosen, problem } = useChosen(state, view.query)
  const [cursor, setCursor] = useState<string>()
  useEffect(() => setCursor(undefined), [view.query])
  useEffect(() => {
    if (problem === undefined) askFleet({ query: view.query, cursor })
  }, [view.query, cursor, problem])
  const list = useHeldOrder(chosen, view)
  const change = (next: Partial<FleetView>) => go(writeFleetView({ ...view, ...next }), { isSameView: true })
  const toggle = (term: string) => change({ query: toggleTerm(view.query, term, STANDARD_QUERY) })
  const onWhy = useCallback((id: string, step: string | undefined) => {
    const now = readFleetView(currentPlace().search)
    const isSame = now.why === id && now.step === step
    go(writeFleetView({ ...now, why: isSame ? undefined : id, step: isSame ? undefined : step }), {
      isSameView: true,
    })
  }, [])
  useKeys({ Escape: () => change({ why: undefined, step: undefined }) })
  if (fleet === undefined) return null
  return (
    <div className={view.why === undefined ? 'fleet-page' : 'fleet-page with-why'}>
      <div className="stack fleet-main">
        <CountBar
          clusters={clusters}
          page={fleet.page}
          toReady={fleet.toReady}
          query={view.query}
          onToggle={toggle}
        />
        <CauseList clusters={clusters} page={fleet.page} query={view.query} onToggle={toggle} />
        <section aria-label="List of clusters">
          <FilterBar
            view={view}
            shown={chosen.length}
            total={fleet.page?.total ?? clusters.length}
            onChange={change}
            moved={list.moved}
            onRelease={list.release}
          />
          <p id="query-problem" className="query-problem" role="status">
            {problem}
          </p>
          {chosen.length === 0 ? (
            <NoHits query={view.query} total={clusters.length} onChange={query => change({ query })} />
          ) : (
            <FleetList list={list} plans={fleet.fitouts} openRow={view.why} onWhy={onWhy} />
          )}
          {fleet.page === undefined ? null : (
            <FleetPager
              page={fleet.page}
              cursor={cursor}
              onCursor={next => {
                setCursor(next)
                scrollTo(0, 0)
              }}
            />
          )}
          <GhostRows clusters={clusters} />
          {fleet.unselected === 0 ? null : (
            <p className="muted unselected">
              {counted(fleet.unselected, 'more cluster')} that no Fitout selects
            </p>
          )}
        </section>
      </div>
      {view.why === undefined ? null : (
        <WhySide id={view.why} step={view.step} onClose={() => change({ why: undefined, step: undefined })} />
      )}
      <FleetAnnouncer clusters={clusters} />
    </div>
  )
}

interface FleetPagerProps {
  readonly page: FleetPageInfo
  readonly cursor: string | undefined
  readonly onCursor: (cursor: string | undefined) => void
}

/** Leads through a fleet that is too large for one answer. */
function FleetPager({ page, cursor, onCursor }: FleetPagerProps): ReactNode {
  return (
    <p className="row pager">
      <span className="muted">
        The fleet has more than 5,000 clusters: the server filters, and sends a page at a time
      </span>
      <button
        type="button"
        className="button small"
        aria-disabled={cursor === undefined}
        onClick={() => onCursor(undefined)}
      >
        First page
      </button>
      <button
        type="button"
        className="button small"
        aria-disabled={page.cursor === undefined}
        onClick={() => {
          if (page.cursor !== undefined) onCursor(page.cursor)
        }}
      >
        Next page
      </button>
    </p>
  )
}

interface Chosen {
  readonly chosen: readonly FleetCluster[]
  readonly problem: string | undefined
}

// A query that cannot be read yet leaves what the last one found: it is still being typed.
function useChosen(state: FleetState, query: string): Chosen {
  const last = useRef<FleetQuery>([])
  return useMemo(() => {
    let problem: string | undefined
    try {
      last.current = parseQuery(query)
    } catch (error) {
      if (!(error instanceof QueryError)) throw error
      problem = error.message
    }
    return { chosen: chooseClusters(last.current, snapshotOf(state, instantOf(serverNow()))), problem }
  }, [state, query])
}

interface FilterBarProps {
  readonly view: FleetView
  readonly shown: number
  readonly total: number
  readonly moved: number
  readonly onChange: (change: Partial<FleetView>) => void
  readonly onRelease: () => void
}

const groups = [
  { value: 'fitout', label: 'Fitout' },
  { value: 'namespace', label: 'namespace' },
  { value: 'none', label: 'nothing' },
] as const
const sorts = [
  { value: 'urgent', label: 'urgency' },
  { value: 'longest', label: 'longest in state' },
  { value: 'name', label: 'name' },
] as const

function FilterBar({ view, shown, total, moved, onChange, onRelease }: FilterBarProps): ReactNode {
  return (
    <div className="filter-bar">
      <Chips query={view.query} onChange={query => onChange({ query })} />
      <ChoiceField
        label="group by"
        value={view.group}
        options={groups}
        onChange={group => onChange({ group })}
      />
      <ChoiceField label="sort by" value={view.sort} options={sorts} onChange={sort => onChange({ sort })} />
      <span className="muted hits">
        {shown.toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
      {moved === 0 ? null : (
        <button type="button" className="button small" onClick={onRelease}>
          Sort again ({moved})
        </button>
      )}
    </div>
  )
}

interface ChipsProps {
  readonly query: string
  readonly onChange: (query: string) => void
}

function Chips({ query, onChange }: ChipsProps): ReactNode {
  const terms = termsOf(query)
  return (
    <ul className="chips" aria-label="Filters">
      {terms.map((term, index) => (
        <li key={`${index} ${term}`}>
          <button
            type="button"
            className="chip"
            aria-label={`Remove filter ${term}`}
            onClick={() => onChange(withoutTerm(query, term))}
          >
            {term}
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <path d="M2 2l6 6M8 2l-6 6" stroke="currentColor" strokeWidth="1.5" />
            </svg>
          </button>
        </li>
      ))}
      {terms.length === 0 ? <li className="muted">all clusters</li> : null}
    </ul>
  )
}

interface NoHitsProps {
  readonly query: string
  readonly total: number
  readonly onChange: (query: string) => void
}

function NoHits({ query, total, onChange }: NoHitsProps): ReactNode {
  const isAllReady = query.trim() === STANDARD_QUERY
  return (
    <div className="empty">
      <h2>
        {isAllReady ? `All ${counted(total, 'cluster')} are Ready` : 'No cluster matches these filters'}
      </h2>
      <button type="button" className="button" onClick={() => onChange(isAllReady ? '' : STANDARD_QUERY)}>
        {isAllReady ? 'Show them' : 'Remove the filters'}
      </button>
    </div>
  )
}

function EmptyFleet({ unselected }: { readonly unselected: number }): ReactNode {
  return (
    <div className="empty">
      <h1>
        {unselected === 0
          ? 'No Cluster API clusters yet'
          : `${counted(unselected, 'cluster')}, no Fitout selects any`}
      </h1>
      <p>
        {unselected === 0
          ? 'A cluster shows here as soon as its Cluster is on the management cluster.'
          : 'A Fitout selects Clusters of its namespace by their labels. This writes a repository with one:'}
      </p>
      {unselected === 0 ? (
        <PageLink className="button primary" to="/new">
          New cluster
        </PageLink>
      ) : (
        <CommandBox text="fitout init" />
      )}
      <GhostRows clusters={[]} />
    </div>
  )
}
