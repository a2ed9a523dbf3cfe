import type { ReactNode } from 'react'
import type { Tone } from '../../domain/words/state-words.ts'
import type { DeliveryStage } from '../../server/api/step-response.ts'
import { StateSign } from '../elements/state-sign.tsx'

const names = {
  pack: 'Git',
  handOver: 'Hand-over',
  gate: 'Gate',
  resourceSet: 'Resource set',
  binding: 'Binding',
  workload: 'In the cluster',
} as const satisfies Readonly<Record<DeliveryStage['stage'], string>>

const looks = {
  done: { tone: 'ready', glyph: '✓', word: 'done' },
  stopped: { tone: 'alert', glyph: '!', word: 'stops here' },
  pending: { tone: 'quiet', glyph: '·', word: 'not reached' },
  unread: { tone: 'unknown', glyph: '?', word: 'cannot be read' },
} as const satisfies Readonly<
  Record<DeliveryStage['state'], { readonly tone: Tone; readonly glyph: string; readonly word: string }>
>

/** The way of a step from Git to the cluster, and the stage at which it stops. */
export function DeliveryChain({ stages }: { readonly stages: readonly DeliveryStage[] }): ReactNode {
  if (stages.length === 0)
    return <p className="muted">Nothing is delivered for this step: it is only proven</p>
  return (
    <ol className="chain">
      {stages.map((stage, index) => (
        <Stage key={`${stage.stage} ${stage.title}`} stage={stage} next={stages[index + 1]} />
      ))}
    </ol>
  )
}

interface StageProps {
  readonly stage: DeliveryStage
  readonly next: DeliveryStage | undefined
}

function Stage({ stage, next }: StageProps): ReactNode {
  const { tone, glyph, word } = looks[stage.state]
  const isPassed = stage.state === 'done' && next !== undefined && next.state !== 'pending'
  return (
    <li className={`stage tone-${tone} ${stage.state}`}>
      {next === undefined ? null : (
        <svg className="way" aria-hidden="true" preserveAspectRatio="none">
          <line x1="0" x2="100%" y1="50%" y2="50%" className={isPassed ? 'passed' : 'ahead'} />
        </svg>
      )}
      <span className="station">
        <StateSign glyph={glyph} />
      </span>
      <div className="stage-text">
        <h3>{names[stage.stage]}</h3>
        <p>{stage.title}</p>
        <p className={stage.state === 'stopped' ? 'stage-message' : 'muted'}>
          <span className="visually-hidden">{word}: </span>
          {stage.message ?? (stage.state === 'done' ? '' : word)}
        </p>
      </div>
    </li>
  )
}
