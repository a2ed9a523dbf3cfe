import type { ReactNode } from 'react'
import { counted } from '../../domain/text/counted.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import { clusterGlyphs, toneOf } from '../../domain/words/state-words.ts'
import type { FitoutResponse, FitoutStepRow } from '../../server/api/fitout-response.ts'
import { useResource } from '../data/use-resource.ts'
import { CommandBox } from '../elements/command-box.tsx'
import { Notice } from '../elements/notice.tsx'
import { Panel } from '../elements/panel.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { StateSign } from '../elements/state-sign.tsx'
import { Skeleton } from '../elements/skeleton.tsx'
import { useKeys } from '../frame/use-keys.ts'
import { PageLink } from '../routing/page-link.tsx'
import { go } from '../routing/location-store.ts'
import { clusterPath, fleetPath } from '../routing/routes.ts'

interface FitoutPageProps {
  readonly namespace: string
  readonly name: string
}

const SHOWN = 24

/** A Fitout: the order that clusters get, what opens each gate, and where it is slow. */
export function FitoutPage({ namespace, name }: FitoutPageProps): ReactNode {
  const path = [namespace, name].map(encodeURIComponent).join('/')
  const { value, error } = useResource<FitoutResponse>(`fitouts/${path}`)
  useKeys({ Escape: () => go('/fitouts') })
  if (value === undefined && error === undefined)
    return <Skeleton heights={[56, 280, 120]} label="the Fitout" isPage />
  if (value === undefined)
    return <RefusalNotice what={`read Fitout ${namespace}/${name}`} error={error} isPage />
  return (
    <div className="stack">
      {error === undefined ? null : (
        <RefusalNotice what={`read Fitout ${namespace}/${name}`} error={error} isShort />
      )}
      <FitoutHead answer={value} />
      {value.problems.map(({ field, message, code }) => (
        <Notice key={`${field} ${message}`} tone="failed">
          <code>{field}</code>: {message} <span className="tag">{code}</span>
        </Notice>
      ))}
      <Panel title="Steps">
        <Steps answer={value} />
      </Panel>
      <Clusters answer={value} />
      <details className="panel yaml">
        <summary>YAML</summary>
        <div className="body">
          <CommandBox text={value.yaml} what="YAML" />
        </div>
      </details>
    </div>
  )
}

function FitoutHead({ answer }: { readonly answer: FitoutResponse }): ReactNode {
  const { summary, selector, sameName } = answer
  return (
    <header className="page-head">
      <p className="crumbs muted">
        <PageLink to="/fitouts">Fitouts</PageLink> / {summary.namespace}
      </p>
      <div className="spread">
        <div className="row">
          <h1>{summary.name}</h1>
          {summary.generation === undefined ? null : (
            <span className="muted">generation {summary.generation}</span>
          )}
          {summary.isSuspended ? <span className="tag">suspended</span> : null}
        </div>
        <span className="row state-counts">
          {summary.states.map(({ state, count }) => (
            <PageLink
              key={state}
              to={fleetPath(`fitout:${summary.namespace}/${summary.name} is:${state.toLowerCase()}`)}
              className={`signed ink-${toneOf(state)}`}
            >
              <StateSign glyph={clusterGlyphs[state].glyph} />
              {count} {state}
            </PageLink>
          ))}
        </span>
      </div>
      <p className="muted">
        {counted(summary.clusters, 'cluster')} ({selector})
        {sameName.map(({ namespace, steps }) =>
          steps.length === 0 ? ` · same in ${namespace}` : ` · differs in ${namespace} (${steps.join(', ')})`,
        )}
      </p>
    </header>
  )
}

function Steps({ answer }: { readonly answer: FitoutResponse }): ReactNode {
  const longest = Math.max(1, ...answer.steps.map(({ p95, median }) => p95 ?? median ?? 0))
  return (
    <div className="scroll-x">
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="number">
              #
            </th>
            <th scope="col">Step</th>
            <th scope="col">Gate</th>
            <th scope="col">Delivers</th>
            <th scope="col">Proof</th>
            <th scope="col" className="number">
              Timeout
            </th>
            <th scope="col">Median, p95</th>
            <th scope="col" className="number">
              Needs attention
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.steps.map((step, index) => (
            <tr key={step.name}>
              <td className="number muted">{index + 1}</td>
              <td>
                <b>{step.name}</b>
                {isBranch(answer.steps, index) ? <p className="muted">after {afterWords(step)}</p> : null}
              </td>
              <td>
                {step.gate === undefined ? <span className="muted">none, only proven</span> : step.gate.label}
              </td>
              <td>
                {[...step.packs, ...step.resourceSets].join(', ') || <span className="muted">nothing</span>}
              </td>
              <td>{step.proof}</td>
              <td className="number">{durationWords(step.timeout * 1_000)}</td>
              <td>
                <Speed step={step} longest={longest} />
              </td>
              <td className="number">
                {step.needsAttention === 0 ? (
                  <span className="muted">0</span>
                ) : (
                  <PageLink to={fleetPath(`step:${step.name} -is:ready`)}>{step.needsAttention}</PageLink>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

// Where the order is that of the list nobody has to be told it.
function isBranch(steps: readonly FitoutStepRow[], index: number): boolean {
  const before = steps[index - 1]
  const needs = steps[index]?.dependsOn ?? []
  return before === undefined ? needs.length > 0 : needs.length !== 1 || needs[0] !== before.name
}

function afterWords({ dependsOn }: FitoutStepRow): string {
  return dependsOn.length === 0 ? 'nothing' : dependsOn.join(', ')
}

function Speed({ step, longest }: { readonly step: FitoutStepRow; readonly longest: number }): ReactNode {
  const { median, p95, runs } = step
  if (median === undefined) return <span className="muted">no cluster was ready yet</span>
  const words = `${durationWords(median * 1_000)}${p95 === undefined ? '' : `, ${durationWords(p95 * 1_000)}`}`
  return (
    <div className="speed">
      <svg width="96" height="12" aria-hidden="true">
        <rect className="track" width="96" height="6" y="3" rx="3" />
        <rect className="p95" width={((p95 ?? median) / longest) * 96} height="6" y="3" rx="3" />
        <rect className="median" width={(median / longest) * 96} height="6" y="3" rx="3" />
      </svg>
      <span>{words}</span>
      {p95 === undefined ? <span className="muted">p95 needs more runs, has {runs}</span> : null}
    </div>
  )
}

function Clusters({ answer }: { readonly answer: FitoutResponse }): ReactNode {
  const { clusters, selector, labelsThere = [], summary } = answer
  if (clusters.length === 0) {
    return (
      <Panel title="Clusters">
        <p>No cluster matches this selector: {selector}</p>
        {labelsThere.length === 0 ? null : (
          <p className="muted">Clusters of this namespace have the labels {labelsThere.join(', ')}</p>
        )}
      </Panel>
    )
  }
  return (
    <Panel
      title="Clusters"
      aside={
        <PageLink to={fleetPath(`fitout:${summary.namespace}/${summary.name}`)}>
          All {clusters.length} in the fleet
        </PageLink>
      }
    >
      <ul className="cluster-names">
        {clusters.slice(0, SHOWN).map(id => (
          <li key={id}>
            <PageLink to={clusterPath(id)}>{id}</PageLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
