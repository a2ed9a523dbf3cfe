import type { ReactNode } from 'react'
import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { stepGlyph, stepTone } from '../../domain/fleet/step-tone.ts'
import { byUrgency, countStates, isUpToSomebody } from '../../domain/fleet/sum-fleet.ts'
import { stepOf } from '../../domain/fleet/time-in-state.ts'
import { groupBy } from '../../domain/object/group-by.ts'
import { toneOf } from '../../domain/words/state-words.ts'
import type { ChangeDetails, ChangePlan } from '../../server/api/change-response.ts'
import { useFleet } from '../data/fleet-store.ts'
import { Notice } from '../elements/notice.tsx'
import { Panel } from '../elements/panel.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { StateBadge } from '../elements/state-badge.tsx'
import { StateSign } from '../elements/state-sign.tsx'
import { Age } from '../elements/time.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { clusterPath } from '../routing/routes.ts'
import { type FollowedCluster, followedClusters } from './followed-clusters.ts'

const MOST_SHOWN = 12

interface ProgressProps {
  readonly change: ChangeDetails
  readonly plan: ChangePlan | undefined
}

/** How far the clusters of a merged change are, live: by environment, and the first cause that somebody has to act on. */
export function ChangeProgress({ change, plan }: ProgressProps): ReactNode {
  const { clusters, error, fleet } = useFleet()
  if (fleet === undefined) {
    if (error === undefined) return null
    return <RefusalNotice what="follow the clusters" error={error} />
  }
  const followed = followedClusters({ change, plan, clusters })
  const there = followed.flatMap(({ cluster }) => cluster ?? [])
  const ready = there.filter(({ state }) => state === 'Ready').length
  const [first] = byUrgency(there.filter(isUpToSomebody))
  return (
    <Panel
      title="After the merge"
      aside={
        <span className="muted" role="status">
          {ready} of {followed.length} Ready
        </span>
      }
    >
      <div className="stack">
        {first?.cause === undefined ? null : (
          <Notice tone="alert">
            <p>
              <PageLink to={clusterPath(idOf(first))}>{idOf(first)}</PageLink>: {first.cause.message}
            </p>
          </Notice>
        )}
        {[...groupBy(followed, ({ environment }) => environment)].map(([environment, all]) => (
          <Environment key={environment} name={environment} followed={all} change={change} />
        ))}
      </div>
    </Panel>
  )
}

interface EnvironmentProps {
  readonly name: string
  readonly followed: readonly FollowedCluster[]
  readonly change: ChangeDetails
}

function Environment({ name, followed, change }: EnvironmentProps): ReactNode {
  const there = followed.flatMap(({ cluster }) => cluster ?? [])
  const absent = followed.filter(({ cluster }) => cluster === undefined)
  const shown = byUrgency(there).slice(0, MOST_SHOWN)
  return (
    <section aria-label={name} className="environment">
      <h3>
        {name === '' ? 'Clusters' : name} <span className="muted">{followed.length}</span>
      </h3>
      <div className="proportions" aria-hidden="true">
        {countStates(there).map(({ state, count }) => (
          <i key={state} className={`tone-${toneOf(state)}`} style={{ flexGrow: count }} />
        ))}
        {absent.length === 0 ? null : <i className="tone-quiet" style={{ flexGrow: absent.length }} />}
      </div>
      <ul className="followed">
        {absent.map(({ id, isRemoved }) => (
          <li key={id} className="followed-row">
            <span>{id}</span>
            <span className="muted">
              {isRemoved ? 'removed' : 'merged, and not yet applied to the management cluster'}
              {isRemoved || change.mergedAt === undefined ? null : (
                <>
                  , <Age since={Date.parse(change.mergedAt)} />
                </>
              )}
            </span>
          </li>
        ))}
        {shown.map(cluster => (
          <FollowedRow key={idOf(cluster)} cluster={cluster} />
        ))}
      </ul>
      {there.length > shown.length ? <p className="muted">and {there.length - shown.length} more</p> : null}
    </section>
  )
}

function FollowedRow({ cluster }: { readonly cluster: FleetCluster }): ReactNode {
  const id = idOf(cluster)
  const step = stepOf(cluster)
  const position = cluster.steps.findIndex(({ name }) => name === step?.name) + 1
  return (
    <li className="followed-row">
      <PageLink to={clusterPath(id)}>{id}</PageLink>
      <StateBadge state={cluster.state} needsAction={isUpToSomebody(cluster)} />
      <span className="mini-strip" aria-hidden="true">
        {cluster.steps.map(one => (
          <i key={one.name} className={`tone-${stepTone(one, cluster)}`} title={one.name}>
            <StateSign glyph={stepGlyph(one, cluster).glyph} />
          </i>
        ))}
      </span>
      <span className="muted">
        {step === undefined || cluster.state === 'Ready'
          ? `${cluster.steps.length} of ${cluster.steps.length} steps`
          : `step ${position} of ${cluster.steps.length}, ${step.name}`}
        {cluster.since === undefined ? null : (
          <>
            , <Age since={Date.parse(cluster.since)} />
          </>
        )}
      </span>
      {cluster.cause === undefined ? null : (
        <span className={`followed-cause tone-${toneOf(cluster.state, isUpToSomebody(cluster))}`}>
          {cluster.cause.message}
        </span>
      )}
    </li>
  )
}
