import { memo, type ReactNode } from 'react'
import { type FleetCluster, type FleetPlan, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { stepGlyph, stepTone } from '../../domain/fleet/step-tone.ts'
import { isUpToSomebody } from '../../domain/fleet/sum-fleet.ts'
import { stepOf, timeInState } from '../../domain/fleet/time-in-state.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import { useNow } from '../data/server-clock.ts'
import { StateSign } from '../elements/state-sign.tsx'
import { StateBadge } from '../elements/state-badge.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { clusterPath } from '../routing/routes.ts'
import { isAtStep } from './fleet-rows.ts'

interface CardProps {
  readonly cluster: FleetCluster
  readonly plans: readonly FleetPlan[]
  readonly isActive: boolean
  readonly position: number
  readonly total: number
}

/** A cluster on a narrow screen: name, state, steps, cause. */
export const FleetCard = memo(function FleetCard(props: CardProps): ReactNode {
  const { cluster, plans, isActive, position, total } = props
  const id = idOf(cluster)
  return (
    <li className="card" data-row={id} aria-posinset={position} aria-setsize={total}>
      <div className="card-head">
        <PageLink to={clusterPath(id)} data-name tabIndex={isActive ? 0 : -1}>
          <span className="muted">{cluster.namespace}/</span>
          {cluster.name}
        </PageLink>
        <StateBadge state={cluster.state} needsAction={isUpToSomebody(cluster)} />
      </div>
      <div className="card-steps">
        <span className="mini" aria-hidden="true">
          {cluster.steps.map(step => (
            <i key={step.name} className={`tone-${stepTone(step, cluster)}`}>
              <StateSign glyph={stepGlyph(step, cluster).glyph} />
            </i>
          ))}
        </span>
        {isAtStep(cluster) ? <AtStep cluster={cluster} plans={plans} /> : null}
      </div>
      <p className="card-cause muted">{isAtStep(cluster) ? cluster.cause?.message : null}</p>
    </li>
  )
})

function AtStep({ cluster, plans }: Pick<CardProps, 'cluster' | 'plans'>): ReactNode {
  const now = useNow()
  const step = stepOf(cluster)
  const { since, timeoutMs } = timeInState(cluster, { fitouts: plans })
  const limit = timeoutMs === undefined ? '' : ` / ${durationWords(timeoutMs)}`
  return (
    <span className="at-step">
      {step?.name} {since === undefined ? '' : `${durationWords(now - since)}${limit}`}
    </span>
  )
}
