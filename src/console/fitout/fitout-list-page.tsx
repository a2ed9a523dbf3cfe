import type { ReactNode } from 'react'
import { clusterGlyphs, toneOf } from '../../domain/words/state-words.ts'
import type { FitoutListResponse, FitoutSummary } from '../../server/api/fitout-response.ts'
import { useResource } from '../data/use-resource.ts'
import { CommandBox } from '../elements/command-box.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { StateSign } from '../elements/state-sign.tsx'
import { Skeleton } from '../elements/skeleton.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { fitoutPath } from '../routing/routes.ts'

/** All Fitouts: their steps, and how their clusters are. */
export function FitoutListPage(): ReactNode {
  const { value, error } = useResource<FitoutListResponse>('fitouts')
  if (value === undefined && error === undefined)
    return <Skeleton heights={[40, 200]} label="Fitouts" isPage />
  if (value === undefined) return <RefusalNotice what="list Fitouts" error={error} isPage />
  if (value.fitouts.length === 0) {
    return (
      <div className="empty">
        <h1>No Fitout yet</h1>
        <p>A Fitout says which steps clusters get, in which order, and what proves each. This writes one:</p>
        <CommandBox text="fitout init" />
      </div>
    )
  }
  return (
    <div className="stack">
      {error === undefined ? null : <RefusalNotice what="list Fitouts" error={error} isShort />}
      <h1>Fitouts</h1>
      <div className="scroll-x">
        <table className="table" aria-label="Fitouts">
          <thead>
            <tr>
              <th scope="col">Fitout</th>
              <th scope="col">Steps</th>
              <th scope="col" className="number">
                Clusters
              </th>
              <th scope="col">States</th>
            </tr>
          </thead>
          <tbody>
            {value.fitouts.map(fitout => (
              <FitoutLine key={`${fitout.namespace}/${fitout.name}`} fitout={fitout} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function FitoutLine({ fitout }: { readonly fitout: FitoutSummary }): ReactNode {
  const { namespace, name, steps, clusters, states, isSuspended, problems } = fitout
  return (
    <tr>
      <td className="nowrap">
        <PageLink to={fitoutPath(namespace, name)}>
          {namespace}/{name}
        </PageLink>{' '}
        {isSuspended ? <span className="tag">suspended</span> : null}
        {problems === 0 ? null : <span className="tag">{problems} problems</span>}
      </td>
      <td className="muted">{steps.join(' → ')}</td>
      <td className="number">{clusters}</td>
      <td>
        <span className="row state-counts">
          {states.map(({ state, count }) => (
            <span key={state} className={`signed ink-${toneOf(state)}`}>
              <StateSign glyph={clusterGlyphs[state].glyph} />
              {count} {state}
            </span>
          ))}
        </span>
      </td>
    </tr>
  )
}
