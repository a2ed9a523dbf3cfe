import type { ReactNode } from 'react'
import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { stepGlyph, stepTone } from '../../domain/fleet/step-tone.ts'
import type { FleetPlan } from '../../domain/fleet/fleet-snapshot.ts'
import { stepOf, timeInState } from '../../domain/fleet/time-in-state.ts'
import type { StepStatus } from '../../domain/plan/step-status.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import { useNow } from '../data/server-clock.ts'
import { StateSign } from '../elements/state-sign.tsx'
import { isAtStep, type RowGroup } from './fleet-rows.ts'

interface StripProps {
  readonly cluster: FleetCluster
  readonly group: Pick<RowGroup, 'busy'>
  readonly plans: readonly FleetPlan[]
  readonly onWhy: (id: string, step: string) => void
}

/** The steps of a cluster in their order. The one that it is at has its time, and a bar to its timeout. */
export function StepStrip({ cluster, group, plans, onWhy }: StripProps): ReactNode {
  const current = isAtStep(cluster) ? stepOf(cluster) : undefined
  return (
    <div className="strip" style={{ gridTemplateColumns: stripColumns(group.busy) }}>
      {cluster.steps.map((step, index) => {
        const tone = stepTone(step, cluster)
        const isCurrent = step === current
        const unread = step.unreadSince === undefined ? '' : ' unread'
        return (
          <button
            key={step.name}
            type="button"
            tabIndex={-1}
            className={`cell tone-${tone}${isCurrent ? ' current' : group.busy[index] === true ? ' wide' : ''}${unread}`}
            title={step.name}
            onClick={() => onWhy(idOf(cluster), step.name)}
          >
            <StateSign glyph={stepGlyph(step, cluster).glyph} />
            <span className="visually-hidden">{cellName({ cluster, step, index })}</span>
            {isCurrent ? <CurrentTime cluster={cluster} plans={plans} /> : null}
          </button>
        )
      })}
    </div>
  )
}

/** The columns of a strip: those at which clusters are have room for a time. */
export function stripColumns(busy: readonly boolean[]): string {
  return busy.map(is => (is ? 'minmax(34px, 3.6fr)' : 'minmax(24px, 1fr)')).join(' ')
}

function CurrentTime({ cluster, plans }: Pick<StripProps, 'cluster' | 'plans'>): ReactNode {
  const now = useNow()
  const { since, timeoutMs } = timeInState(cluster, { fitouts: plans })
  if (since === undefined) return null
  const spent = now - since
  return (
    <>
      <span className="spent">
        {durationWords(spent)}
        {timeoutMs === undefined ? null : <span className="limit"> / {durationWords(timeoutMs)}</span>}
      </span>
      {timeoutMs === undefined ? null : (
        <i className="to-timeout" style={{ width: `${Math.min(100, (spent / timeoutMs) * 100)}%` }} />
      )}
    </>
  )
}

interface Named {
  readonly cluster: FleetCluster
  readonly step: StepStatus
  readonly index: number
}

function cellName({ cluster, step, index }: Named): string {
  const unread = step.unreadSince === undefined ? '' : 'cannot be read now, '
  return `Step ${index + 1} of ${cluster.steps.length}, ${step.name}, ${step.state}, ${unread}`
}
