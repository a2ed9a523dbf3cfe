import type { ReactNode } from 'react'
import { counted } from '../../domain/text/counted.ts'
import type { Tone } from '../../domain/words/state-words.ts'
import type { ChangeDetails, ChangePlan } from '../../server/api/change-response.ts'
import { StateSign } from '../elements/state-sign.tsx'
import { Age } from '../elements/time.tsx'
import { PageLink } from '../routing/page-link.tsx'

const states: Readonly<Record<ChangeDetails['state'], { readonly tone: Tone; readonly glyph: string }>> = {
  open: { tone: 'busy', glyph: '▹' },
  merged: { tone: 'ready', glyph: '✓' },
  closed: { tone: 'quiet', glyph: '·' },
}

const pipelines: Readonly<
  Record<
    NonNullable<ChangeDetails['pipeline']>,
    { readonly ink: Tone; readonly glyph: string; readonly words: string }
  >
> = {
  passed: { ink: 'ready', glyph: '✓', words: 'pipeline passed' },
  failed: { ink: 'failed', glyph: '✗', words: 'pipeline failed' },
  running: { ink: 'busy', glyph: '▸', words: 'pipeline runs' },
  none: { ink: 'quiet', glyph: '·', words: 'no pipeline' },
}

interface ChangeHeadProps {
  readonly change: ChangeDetails
  readonly plan: ChangePlan | undefined
}

/** What the change is, whose, and where it stands. */
export function ChangeHead({ change, plan }: ChangeHeadProps): ReactNode {
  const { id, mark, title, state, author, url, pipeline, createdAt, mergedAt } = change
  const { tone, glyph } = states[state]
  const clusters =
    plan?.clusters.filter(({ verdict }) => verdict !== 'unchanged').length ?? change.clusters.length
  return (
    <header className="page-head">
      <p className="crumbs muted">
        <PageLink to="/changes">Changes</PageLink> / {mark}
        {id}
      </p>
      <div className="spread">
        <div className="row">
          <h1>{title}</h1>
          <span className={`badge tone-${tone}`}>
            <StateSign glyph={glyph} />
            {state}
          </span>
          {pipeline === undefined ? null : (
            <span className={`signed ink-${pipelines[pipeline].ink}`}>
              <StateSign glyph={pipelines[pipeline].glyph} />
              {pipelines[pipeline].words}
            </span>
          )}
        </div>
        {url.startsWith('https://') ? (
          <a className="button" href={url} rel="noreferrer">
            Open {mark}
            {id} on the Git host
          </a>
        ) : null}
      </div>
      <p className="row muted head-facts">
        <span>by {author}</span>
        <span>{counted(clusters, 'cluster')}</span>
        {mergedAt === undefined ? null : (
          <span>
            merged <Age since={Date.parse(mergedAt)} /> ago
          </span>
        )}
        {mergedAt !== undefined || createdAt === undefined ? null : (
          <span>
            opened <Age since={Date.parse(createdAt)} /> ago
          </span>
        )}
        <span>
          branch <code>{change.branch}</code>
        </span>
      </p>
    </header>
  )
}
