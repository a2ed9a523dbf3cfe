import type { ReactNode } from 'react'
import { counted } from '../../domain/text/counted.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import { stepGlyphs, toneOf } from '../../domain/words/state-words.ts'
import type { WhyResponse } from '../../server/api/cluster-response.ts'
import type { HandOverKeyRow, StepProofRow, StepResponse } from '../../server/api/step-response.ts'
import { useResource } from '../data/use-resource.ts'
import { HealthWord } from '../elements/health-word.tsx'
import { Notice } from '../elements/notice.tsx'
import { ObjectTable } from '../elements/object-table.tsx'
import { Panel } from '../elements/panel.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { StateSign } from '../elements/state-sign.tsx'
import { Skeleton } from '../elements/skeleton.tsx'
import { StateBadge } from '../elements/state-badge.tsx'
import { Age } from '../elements/time.tsx'
import { useKeys } from '../frame/use-keys.ts'
import { PageLink } from '../routing/page-link.tsx'
import { go } from '../routing/location-store.ts'
import { clusterPath, stepPath } from '../routing/routes.ts'
import { WhyDetails } from '../why/why-details.tsx'
import { whyPath } from '../why/why-path.ts'
import { DeliveryChain } from './delivery-chain.tsx'

interface StepPageProps {
  readonly namespace: string
  readonly name: string
  readonly step: string
}

/** A step: what it promises, which proof is missing, and where its delivery stops. */
export function StepPage({ namespace, name, step }: StepPageProps): ReactNode {
  const id = `${namespace}/${name}`
  const path = [namespace, name].map(encodeURIComponent).join('/')
  const { value, error } = useResource<StepResponse>(`clusters/${path}/steps/${encodeURIComponent(step)}`)
  const isReady = value?.status.state === 'Ready'
  const why = useResource<WhyResponse>(value === undefined || isReady ? undefined : whyPath(id, step))
  useKeys({ Escape: () => go(clusterPath(id)) })
  if (value === undefined && error === undefined)
    return <Skeleton heights={[56, 140, 220]} label={`step ${step}`} isPage />
  if (value === undefined) return <RefusalNotice what={`read step ${step} of ${id}`} error={error} isPage />
  return (
    <div className="stack">
      {error === undefined ? null : (
        <RefusalNotice what={`read step ${step} of ${id}`} error={error} isShort />
      )}
      <StepHead answer={value} id={id} needsAction={why.value?.why?.actor !== 'Nobody'} />
      {value.unread.map(sentence => (
        <Notice key={sentence} tone="unknown">
          {sentence}
        </Notice>
      ))}
      <Panel title="Delivery">
        <DeliveryChain stages={value.delivery} />
      </Panel>
      <div className="step-middle">
        <div className="stack">
          <Panel
            title="Proof"
            aside={<span className="muted">{counted(value.proofs.length, 'requirement')}</span>}
          >
            <Proofs proofs={value.proofs} />
          </Panel>
          {value.handOver.length === 0 ? null : (
            <Panel title="Hand-over">
              <HandOver keys={value.handOver} />
            </Panel>
          )}
        </div>
        {isReady ? null : (
          <Panel title="Why">
            {why.value === undefined && why.error === undefined ? (
              <Skeleton heights={[28, 90]} label={`why ${step}`} />
            ) : null}
            {why.error === undefined ? null : (
              <RefusalNotice what={`explain ${id}`} error={why.error} isShort={why.value !== undefined} />
            )}
            {why.value === undefined ? null : <WhyDetails answer={why.value} onReload={why.reload} />}
          </Panel>
        )}
      </div>
      <Panel title="Objects">
        {value.objects.length === 0 ? (
          <p className="muted">No object of this step was read</p>
        ) : (
          <ObjectTable objects={value.objects} />
        )}
      </Panel>
    </div>
  )
}

interface StepHeadProps {
  readonly answer: StepResponse
  readonly id: string
  readonly needsAction: boolean
}

function StepHead({ answer, id, needsAction }: StepHeadProps): ReactNode {
  const { status, position, of, needs, holdsUp, gate, timeline } = answer
  return (
    <header className="page-head">
      <p className="crumbs muted">
        <PageLink to="/">Fleet</PageLink> / <PageLink to={clusterPath(id)}>{id}</PageLink> / step {position}{' '}
        of {of}
      </p>
      <div className="row">
        <h1>{status.name}</h1>
        <StateBadge state={status.state} needsAction={needsAction} />
        {status.since === undefined ? null : (
          <span className="muted">
            for <Age since={Date.parse(status.since)} />
          </span>
        )}
        {status.unreadSince === undefined ? null : (
          <span className="tag unread">
            unread <Age since={Date.parse(status.unreadSince)} isShort />
          </span>
        )}
      </div>
      <dl className="step-facts">
        <StepFact name="needs">
          {needs.length === 0
            ? 'nothing'
            : needs.map(({ name, state }) => (
                <PageLink key={name} to={stepPath(id, name)} className={`signed ink-${toneOf(state, false)}`}>
                  <StateSign glyph={stepGlyphs[state].glyph} />
                  {name}
                </PageLink>
              ))}
        </StepFact>
        <StepFact name="holds up">{holdsUp.length === 0 ? 'nothing' : holdsUp.join(', ')}</StepFact>
        <StepFact name="gate">
          {gate === undefined ? 'none, only proven' : `${gate.label}: ${gate.isOpen ? 'open' : 'closed'}`}
        </StepFact>
        {timeline.timeout === undefined ? null : (
          <StepFact name="timeout">{durationWords(timeline.timeout * 1_000)} from opening</StepFact>
        )}
        {timeline.median === undefined ? null : (
          <StepFact name="median">{durationWords(timeline.median * 1_000)}</StepFact>
        )}
      </dl>
    </header>
  )
}

function StepFact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="row">{children}</dd>
    </div>
  )
}

function Proofs({ proofs }: { readonly proofs: readonly StepProofRow[] }): ReactNode {
  if (proofs.length === 0) return <p className="muted">The proof lists no objects</p>
  return (
    <div className="scroll-x">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Object</th>
            <th scope="col">Expected</th>
            <th scope="col">Read</th>
          </tr>
        </thead>
        <tbody>
          {proofs.map(({ object, cluster, expected, health, message }) => (
            <tr key={`${cluster} ${object} ${expected}`}>
              <td>
                {object} {cluster === 'Management' ? <span className="tag">management cluster</span> : null}
              </td>
              <td>
                <code>{expected}</code>
              </td>
              <td>
                {health === undefined ? (
                  <span className="muted">not asked yet</span>
                ) : (
                  <HealthWord health={health} />
                )}
                {message === undefined ? null : <p className="muted">{message}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const verdicts = {
  present: { glyph: '✓', ink: 'ready' },
  default: { glyph: '·', ink: 'quiet' },
  missing: { glyph: '!', ink: 'alert' },
  'not read': { glyph: '?', ink: 'unknown' },
} as const

function HandOver({ keys }: { readonly keys: readonly HandOverKeyRow[] }): ReactNode {
  return (
    <div className="scroll-x">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Value</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ key, secret, verdict, format }) => (
            <tr key={`${secret} ${key}`}>
              <td>
                {key} {format === undefined ? null : <span className="tag">{format}</span>}
              </td>
              <td>
                <span className={`signed ink-${verdicts[verdict].ink}`}>
                  <StateSign glyph={verdicts[verdict].glyph} />
                  {verdict}
                </span>
              </td>
              <td className="muted">Secret {secret}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
