import { Fragment, type ReactNode } from 'react'
import type { ClusterOutcome } from '../../domain/change/fleet-change.ts'
import type { ReportRow } from '../../domain/change/report/report-rows.ts'
import { groupBy } from '../../domain/object/group-by.ts'
import { counted } from '../../domain/text/counted.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import type { Tone } from '../../domain/words/state-words.ts'
import type { ChangeDetails, ChangePlan, ClusterInPlan } from '../../server/api/change-response.ts'
import { useNow } from '../data/server-clock.ts'
import { Notice } from '../elements/notice.tsx'
import { Panel } from '../elements/panel.tsx'
import { StateSign } from '../elements/state-sign.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { clusterPath } from '../routing/routes.ts'
import { FileDiffs } from './file-diff.tsx'

const OLD_MS = 60 * 60_000

interface PlanProps {
  readonly plan: ChangePlan
  readonly change: ChangeDetails
}

/** What the merge does: refusals first, then each environment, then each object. */
export function ChangePlanPanel({ plan, change }: PlanProps): ReactNode {
  const { from, to, refusals, report, clusters, files = [] } = plan
  return (
    <Panel
      title="Plan"
      aside={
        <span className="muted">
          of <code>{shortCommit(from)}</code>..<code>{shortCommit(to)}</code>
          <SnapshotAge plan={plan} />
        </span>
      }
    >
      <div className="stack">
        <SnapshotNotice plan={plan} />
        <VerdictBar plan={plan} />
        {refusals.length === 0 ? null : (
          <ul className="refusals" aria-label="Refused">
            {refusals.map(({ code, message, clusters: where }) => (
              <li key={`${code} ${message}`}>
                <p className="signed ink-failed">
                  <StateSign glyph="✗" />
                  <span className="visually-hidden">refused: </span>
                  {message}
                </p>
                <p className="row muted">
                  <span className="tag">{code}</span>
                  <ClusterLinks clusters={where} />
                </p>
              </li>
            ))}
          </ul>
        )}
        <Environments clusters={clusters} />
        {report.rows.length === 0 ? (
          <p className="muted">It changes nothing on any cluster</p>
        ) : (
          <ReportTable rows={report.rows} />
        )}
        {report.notes.length === 0 ? null : (
          <ul className="plan-notes muted">
            {report.notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        <FileDiffs files={files} />
        {change.state === 'open' ? <p className="muted">{report.summary}</p> : null}
      </div>
    </Panel>
  )
}

function SnapshotAge({ plan: { snapshotAsOf } }: { readonly plan: ChangePlan }): ReactNode {
  const now = useNow()
  if (snapshotAsOf === undefined) return null
  return `, snapshot ${durationWords(now - Date.parse(snapshotAsOf))} old`
}

function SnapshotNotice({ plan: { snapshotAsOf } }: { readonly plan: ChangePlan }): ReactNode {
  const now = useNow()
  if (snapshotAsOf === undefined)
    return <Notice tone="quiet">Offline plan: counts come from labels in Git, not from live clusters</Notice>
  if (now - Date.parse(snapshotAsOf) < OLD_MS) return null
  return (
    <Notice tone="alert">
      The snapshot of the fleet is older than an hour: clusters may have changed since
    </Notice>
  )
}

const verdicts: Readonly<
  Record<ClusterOutcome['verdict'], { readonly tone: Tone; readonly glyph: string; readonly words: string }>
> = {
  refused: { tone: 'failed', glyph: '✗', words: 'refused' },
  deleted: { tone: 'alert', glyph: '!', words: 'deleted' },
  created: { tone: 'ready', glyph: '✓', words: 'new' },
  changed: { tone: 'busy', glyph: '▸', words: 'will change' },
  unchanged: { tone: 'quiet', glyph: '·', words: 'unchanged' },
}
const order = ['refused', 'deleted', 'created', 'changed', 'unchanged'] as const

/** The verdict on all clusters, in numbers and as a picture. */
function VerdictBar({ plan: { verdict } }: { readonly plan: ChangePlan }): ReactNode {
  const counts = order.map(one => ({ one, count: verdict[one] })).filter(({ count }) => count > 0)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="verdicts">
      <p className="row">
        {counts.map(({ one, count }) => (
          <span key={one} className={`badge tone-${verdicts[one].tone}`}>
            <StateSign glyph={verdicts[one].glyph} />
            {count.toLocaleString('en')} {verdicts[one].words}
          </span>
        ))}
        {verdict.deletions === 0 ? null : (
          <span className="signed ink-alert">
            <StateSign glyph="!" />
            {counted(verdict.deletions, 'object')} deleted
          </span>
        )}
      </p>
      <div className="proportions" aria-hidden="true">
        {counts.map(({ one, count }) => (
          <i
            key={one}
            className={`tone-${verdicts[one].tone}`}
            style={{ flexGrow: Math.max(0.6, (count / total) * 100) }}
          />
        ))}
      </div>
    </div>
  )
}

function Environments({ clusters }: { readonly clusters: readonly ClusterInPlan[] }): ReactNode {
  const touched = clusters.filter(({ verdict }) => verdict !== 'unchanged')
  if (touched.length === 0) return null
  return (
    <div className="environments">
      {[...groupBy(touched, ({ environment }) => environment)].map(([environment, all]) => (
        <details key={environment} open={all.length <= 10}>
          <summary>
            {environment === '' ? 'other clusters' : environment} ({all.length})
          </summary>
          <ul className="in-plan">
            {all.map(({ namespace, name, verdict }) => (
              <li key={`${namespace}/${name}`} className={`signed ink-${verdicts[verdict].tone}`}>
                <StateSign glyph={verdicts[verdict].glyph} />
                <PageLink to={clusterPath(`${namespace}/${name}`)}>
                  {namespace}/{name}
                </PageLink>
                <span>{verdicts[verdict].words}</span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}

const MOST_LINKS = 3

function ClusterLinks({ clusters }: { readonly clusters: readonly string[] }): ReactNode {
  const more = clusters.length - MOST_LINKS
  return (
    <span className="row">
      {clusters.slice(0, MOST_LINKS).map(id => (
        <PageLink key={id} to={clusterPath(id)}>
          {id}
        </PageLink>
      ))}
      {more > 0 ? `and ${more} more` : ''}
    </span>
  )
}

const marks: Readonly<Record<string, string>> = {
  '-': 'deleted',
  '+': 'created',
  '~': 'changed',
  '!': 'stays',
  '=': 'not applied',
  '>': 'opens',
  '<': 'closes',
  x: 'refused',
}

function ReportTable({ rows }: { readonly rows: readonly ReportRow[] }): ReactNode {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label="Objects that change">
      <table className="table report">
        <thead>
          <tr>
            <th scope="col">Object</th>
            <th scope="col">What happens</th>
            <th scope="col">Where</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Fragment key={index}>
              <ReportLine row={row} />
              {row.details.map((detail, at) => (
                <ReportLine key={at} row={detail} isDetail />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ReportLineProps {
  readonly row: ReportRow
  readonly isDetail?: boolean
}

function ReportLine({ row: { mark, what, words, where }, isDetail = false }: ReportLineProps): ReactNode {
  const isLoud = mark === '-' || mark === 'x'
  return (
    <tr className={isDetail ? 'detail' : ''}>
      <td>
        <span className={`plan-mark ${isLoud ? 'ink-failed' : ''}`} aria-hidden="true">
          {mark}
        </span>
        <span className="visually-hidden">{marks[mark] ?? ''} </span>
        {what}
      </td>
      <td className={isLoud ? 'ink-failed' : 'muted'}>{words}</td>
      <td className="muted">{where}</td>
    </tr>
  )
}

// A whole commit is 40 letters; 8 tell it apart.
function shortCommit(commit: string): string {
  return /^[0-9a-f]{40,}$/.test(commit) ? commit.slice(0, 8) : commit
}
