import { type ReactNode, useState } from 'react'
import type { Verdict, VerdictWord } from '../../domain/compat/verdict.ts'
import { counted } from '../../domain/text/counted.ts'
import type { CompatCauseRow, CompatResponse } from '../../server/api/compat-response.ts'
import { useResource } from '../data/use-resource.ts'
import { ChoiceField } from '../elements/choice-field.tsx'
import { Notice } from '../elements/notice.tsx'
import { Panel } from '../elements/panel.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { StateSign } from '../elements/state-sign.tsx'
import { Skeleton } from '../elements/skeleton.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { go, usePlace } from '../routing/location-store.ts'
import { clusterPath } from '../routing/routes.ts'

const totalSigns = [
  { word: 'fits', label: 'fits', tone: 'ready', glyph: '✓' },
  { word: 'held', label: 'held', tone: 'alert', glyph: '!' },
  { word: 'unknown', label: 'unknown', tone: 'unknown', glyph: '?' },
  { word: 'there', label: 'already there', tone: 'quiet', glyph: '·' },
] as const

/** Which clusters can go to a version of Kubernetes, and what holds the others. */
export function CompatPage(): ReactNode {
  const asked = new URLSearchParams(usePlace().search).get('k8s') ?? undefined
  const path = asked === undefined ? 'compat' : `compat?k8s=${encodeURIComponent(asked)}`
  const { value, error } = useResource<CompatResponse>(path)
  const [targets, setTargets] = useState<readonly string[]>()
  // The list that the reader chooses from stays, with its focus, while the answer for another version is on its way.
  if (value !== undefined && value.targets !== targets) setTargets(value.targets)
  const offered = value?.targets ?? targets
  if (offered === undefined && error === undefined)
    return <Skeleton heights={[40, 240]} label="versions" isPage />
  if (offered === undefined) return <RefusalNotice what="read versions" error={error} isPage />
  const options = [
    { value: '', label: 'next of each' },
    ...offered.map(target => ({ value: target, label: target })),
  ]
  return (
    <div className="stack">
      {error === undefined ? null : <RefusalNotice what="read versions" error={error} isShort />}
      <div className="spread">
        <div className="row compat-head">
          <h1>Compatibility</h1>
          <ChoiceField
            label="target Kubernetes"
            value={asked ?? ''}
            options={options}
            onChange={target =>
              go(target === '' ? '/compat' : `/compat?k8s=${encodeURIComponent(target)}`, {
                isSameView: true,
              })
            }
          />
          {value === undefined ? null : <Totals totals={value.totals} />}
        </div>
        {value === undefined ? null : <span className="muted">facts of {value.factsAsOf}</span>}
      </div>
      {value === undefined ? null : <Answer value={value} />}
      {value === undefined && error === undefined ? <Skeleton heights={[240]} label="versions" /> : null}
    </div>
  )
}

function Totals({ totals }: Pick<CompatResponse, 'totals'>): ReactNode {
  return totalSigns
    .filter(({ word }) => totals[word] > 0)
    .map(({ word, label, tone, glyph }) => (
      <span key={word} className={`badge tone-${tone}`}>
        <StateSign glyph={glyph} />
        {totals[word]} {label}
      </span>
    ))
}

function Answer({ value }: { readonly value: CompatResponse }): ReactNode {
  return (
    <>
      {value.warnings.map(({ sentence }) => (
        <Notice key={sentence} tone="alert">
          {sentence}
        </Notice>
      ))}
      <Panel title="Components">
        <Matrix answer={value} />
      </Panel>
      {value.causes.length === 0 ? null : (
        <Panel title="What holds clusters back">
          <ul className="against">
            {value.causes.map(cause => (
              <Against key={`${cause.kind} ${cause.sentence}`} cause={cause} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

function Matrix({ answer }: { readonly answer: CompatResponse }): ReactNode {
  const { rows, minors, target } = answer
  if (rows.length === 0)
    return <p className="muted">No facts for this version: no component of the fleet is known</p>
  return (
    <div className="scroll-x">
      <table className="table matrix">
        <thead>
          <tr>
            <th scope="col">Component</th>
            <th scope="col">Version</th>
            <th scope="col" className="number">
              Clusters
            </th>
            {minors.map(minor => (
              <th key={minor} scope="col" className={minor === target ? 'minor target' : 'minor'}>
                {minor}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ component, version, clusters, cells }) => (
            <tr key={`${component} ${version}`}>
              <td>{component}</td>
              <td className="muted">{version}</td>
              <td className="number">{clusters}</td>
              {cells.map((cell, index) => (
                <td key={minors[index]} className={minors[index] === target ? 'minor target' : 'minor'}>
                  <Cell cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cells: Readonly<Record<VerdictWord, { readonly glyph: string; readonly ink: string }>> = {
  fits: { glyph: '✓', ink: 'ready' },
  unsupported: { glyph: '✗', ink: 'failed' },
  unknown: { glyph: '?', ink: 'unknown' },
}

function Cell({ cell }: { readonly cell: Verdict }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { glyph, ink } = cells[cell.verdict]
  return (
    <>
      <button
        type="button"
        className={`matrix-cell ink-${ink}`}
        aria-expanded={isOpen}
        aria-label={`${cell.verdict}: ${cell.sentence}`}
        title={cell.sentence}
        onClick={() => setOpen(!isOpen)}
      >
        <StateSign glyph={glyph} />
      </button>
      {isOpen ? (
        <p className="muted source">
          {cell.sentence}
          {cell.source === undefined ? '' : ` (${cell.source.url}, ${cell.source.asOf})`}
        </p>
      ) : null}
    </>
  )
}

const SHOWN = 12

function Against({ cause }: { readonly cause: CompatCauseRow }): ReactNode {
  const { kind, sentence, clusters, raise } = cause
  return (
    <li>
      <p>
        <span
          className={`badge tone-${kind === 'unknown' ? 'unknown' : kind === 'now' ? 'failed' : 'alert'}`}
        >
          <StateSign glyph={kind === 'unknown' ? '?' : kind === 'now' ? '✗' : '!'} />
          {kind === 'now' ? 'not supported now' : kind}
        </span>{' '}
        {sentence}
      </p>
      {raise === undefined ? null : (
        <p className="muted">
          Raise {raise.title} to {raise.to}
          {raise.isBefore ? ', which can be done first' : ''}
        </p>
      )}
      <p className="muted">
        {counted(clusters.length, 'cluster')}:{' '}
        {clusters.slice(0, SHOWN).map((id, index) => (
          <span key={id}>
            {index === 0 ? '' : ', '}
            <PageLink to={clusterPath(id)}>{id}</PageLink>
          </span>
        ))}
        {clusters.length > SHOWN ? ` and ${clusters.length - SHOWN} more` : ''}
      </p>
    </li>
  )
}
