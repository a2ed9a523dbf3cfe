import type { ReactNode } from 'react'
import type { FleetCluster } from '../../domain/fleet/fleet-snapshot.ts'
import { stepGlyph, stepTone } from '../../domain/fleet/step-tone.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import { type Tone, toneOf } from '../../domain/words/state-words.ts'
import type { TimelineSpan, TimelineStep } from '../../server/api/cluster-response.ts'
import { useNow } from '../data/server-clock.ts'
import { StateSign } from '../elements/state-sign.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { stepPath } from '../routing/routes.ts'
import { percentOf, type TimelineScale, timelineScale } from './timeline-scale.ts'

interface TimelineProps {
  readonly id: string
  readonly cluster: Pick<FleetCluster, 'cause'>
  readonly timeline: readonly TimelineStep[]
}

/** What each step took, as a table and a picture in one. */
export function Timeline({ id, cluster, timeline }: TimelineProps): ReactNode {
  const now = useNow()
  const scale = timelineScale(timeline, now)
  return (
    <div className="scroll-x">
      <table className="timeline">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">State</th>
            <th scope="col" className="number">
              Time
            </th>
            <th scope="col" className="axis-cell">
              <span className="visually-hidden">When</span>
              {scale === undefined ? null : <Axis scale={scale} />}
            </th>
          </tr>
        </thead>
        <tbody>
          {timeline.map((step, index) => (
            <tr key={step.step}>
              <th scope="row">
                <PageLink to={stepPath(id, step.step)}>
                  <span className="muted">{index + 1}</span> {step.step}
                </PageLink>
              </th>
              <td>
                <span className={`signed ink-${stepTone({ name: step.step, state: step.state }, cluster)}`}>
                  <StateSign glyph={stepGlyph({ name: step.step, state: step.state }, cluster).glyph} />
                  {step.state}
                </span>
              </td>
              <td className="number">{timeOf(step, now)}</td>
              <td className="axis-cell">
                {scale === undefined || step.spans.length === 0 ? (
                  <span className="muted waits">{waitWords(step)}</span>
                ) : (
                  <Bars step={step} scale={scale} now={now} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Axis({ scale }: { readonly scale: TimelineScale }): ReactNode {
  return (
    <svg className="axis" aria-hidden="true">
      {scale.ticks.map(tick => (
        <text
          key={tick}
          x={`${percentOf(scale, scale.start + tick)}%`}
          y="13"
          textAnchor={tick === 0 ? 'start' : 'middle'}
        >
          {durationWords(tick)}
        </text>
      ))}
    </svg>
  )
}

interface BarsProps {
  readonly step: TimelineStep
  readonly scale: TimelineScale
  readonly now: number
}

const BAR_TOP = 7
const BAR_HEIGHT = 14

function Bars({ step, scale, now }: BarsProps): ReactNode {
  const limit = limitOf(step)
  return (
    <svg className="bars" role="img" aria-label={barsName(step, now)}>
      {scale.ticks.map(tick => {
        const x = `${percentOf(scale, scale.start + tick)}%`
        return <line key={tick} className="grid" x1={x} x2={x} y1="0" y2="28" />
      })}
      {step.spans.map(span => {
        const from = percentOf(scale, Date.parse(span.start))
        const to = percentOf(scale, span.end === undefined ? now : Date.parse(span.end))
        return (
          <g key={span.start} className={`tone-${spanTone(span, step)}`}>
            <rect
              className={`span ${span.state === 'Delivering' ? 'light' : ''}`}
              x={`${from}%`}
              y={BAR_TOP}
              width={`${Math.max(0.4, to - from)}%`}
              height={BAR_HEIGHT}
              rx="3"
            >
              <title>{`${span.state} ${spanWords(span, now)}`}</title>
            </rect>
          </g>
        )
      })}
      {limit === undefined || limit > scale.end ? null : (
        <line
          className="limit"
          x1={`${percentOf(scale, limit)}%`}
          x2={`${percentOf(scale, limit)}%`}
          y1="2"
          y2="26"
        >
          <title>{`timeout ${durationWords((step.timeout ?? 0) * 1_000)}`}</title>
        </line>
      )}
      {scale.isCut && step.spans.at(-1)?.end === undefined ? (
        <text className="cut" x="100%" y="18" textAnchor="end">
          …
        </text>
      ) : null}
    </svg>
  )
}

function spanTone({ state }: TimelineSpan, step: TimelineStep): Tone {
  if (state === 'Proving' || state === 'Delivering' || state === 'FittingOut')
    return step.state === 'Ready' ? 'ready' : 'busy'
  return toneOf(state)
}

// A hold has no timeout, and what is Ready has none any more.
function limitOf({ spans, state, timeout }: TimelineStep): number | undefined {
  const first = spans.find(span => span.state !== 'Held')
  if (timeout === undefined || first === undefined || state === 'Ready') return undefined
  return Date.parse(first.start) + timeout * 1_000
}

function timeOf({ spans, timeout, state }: TimelineStep, now: number): string {
  const [first] = spans
  const last = spans.at(-1)
  if (first === undefined || last === undefined) return ''
  const spent = (last.end === undefined ? now : Date.parse(last.end)) - Date.parse(first.start)
  const isTimed = timeout !== undefined && state !== 'Ready' && state !== 'Held'
  return isTimed ? `${durationWords(spent)} / ${durationWords(timeout * 1_000)}` : durationWords(spent)
}

function waitWords({ waitsFor = [], state }: TimelineStep): string {
  return state === 'Waiting' && waitsFor.length > 0 ? `waits for ${waitsFor.join(', ')}` : ''
}

function barsName(step: TimelineStep, now: number): string {
  const spans = step.spans.map(span => `${span.state} ${spanWords(span, now)}`).join(', ')
  const median = step.median === undefined ? '' : `; median ${durationWords(step.median * 1_000)}`
  return `${step.step}: ${spans}${median}`
}

function spanWords({ start, end }: TimelineSpan, now: number): string {
  return durationWords((end === undefined ? now : Date.parse(end)) - Date.parse(start))
}
