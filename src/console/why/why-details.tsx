import type { ReactNode } from 'react'
import type { EvidenceLine, NextAction, Why } from '../../domain/explain/why.ts'
import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { counted } from '../../domain/text/counted.ts'
import type { WhyResponse } from '../../server/api/cluster-response.ts'
import { CommandBox } from '../elements/command-box.tsx'
import { HealthWord } from '../elements/health-word.tsx'
import { StateBadge } from '../elements/state-badge.tsx'
import { Age } from '../elements/time.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { fleetPath } from '../routing/routes.ts'

interface WhyDetailsProps {
  readonly answer: WhyResponse
  readonly onReload: () => void
}

/** The cause, what proves it, and what to do: the same beside a list and on a page. */
export function WhyDetails({ answer, onReload }: WhyDetailsProps): ReactNode {
  const { why, standing } = answer
  if (why === undefined) return <p className="why">{standing}</p>
  return (
    <div className="why said">
      <p className="why-sentence">{why.sentence}</p>
      <p className="row why-facts">
        <StateBadge state={why.state} needsAction={why.actor !== 'Nobody'} />
        <span className="tag">{why.reason}</span>
        <span className="muted">owner: {why.actor}</span>
      </p>
      <Next next={why.next} />
      <Evidence evidence={why.evidence} />
      {why.ruledOut.length === 0 ? null : (
        <p className="why-ruled">
          <span className="muted">Checked, OK:</span> {why.ruledOut.join(', ')}
        </p>
      )}
      <WhyFoot why={why} onReload={onReload} />
    </div>
  )
}

function Next({ next }: { readonly next: readonly NextAction[] }): ReactNode {
  if (next.length === 0) return null
  return (
    <>
      <h3>Next</h3>
      <ol className="next">
        {next.map(({ text, command, patch }, index) => (
          <li key={index}>
            <p>{text}</p>
            {command === undefined ? null : <CommandBox text={command} />}
            {patch === undefined ? null : <CommandBox text={patch} what="lines" />}
          </li>
        ))}
      </ol>
    </>
  )
}

function Evidence({ evidence }: { readonly evidence: readonly EvidenceLine[] }): ReactNode {
  if (evidence.length === 0) return null
  return (
    <>
      <h3>Evidence</h3>
      <ol className="evidence">
        {evidence.map(({ cluster, object, health, line }, index) => (
          <li key={index}>
            <p className="row">
              <b>{object.kind}</b>
              <span>{qualifiedName(object)}</span>
              {health === undefined ? null : <HealthWord health={health} />}
              <span className="tag">
                {cluster === 'Management' ? 'management cluster' : 'workload cluster'}
              </span>
            </p>
            <p className="muted">{line}</p>
          </li>
        ))}
      </ol>
    </>
  )
}

function WhyFoot({ why, onReload }: { readonly why: Why; readonly onReload: () => void }): ReactNode {
  return (
    <p className="spread why-foot">
      {why.sameCause === 0 ? (
        <span />
      ) : (
        <PageLink to={fleetPath(`cause:${why.reason}`)}>
          Same cause on {counted(why.sameCause, 'more cluster')}
        </PageLink>
      )}
      <span className="muted">
        read <Age since={Date.parse(why.readAt)} isShort /> ago{' '}
        <button type="button" className="button plain small" onClick={onReload}>
          Read again
        </button>
      </span>
    </p>
  )
}
