import { memo, type ReactNode } from 'react'
import { type FleetCluster, type FleetPlan, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { isUpToSomebody } from '../../domain/fleet/sum-fleet.ts'
import { counted } from '../../domain/text/counted.ts'
import { StateBadge } from '../elements/state-badge.tsx'
import { Age } from '../elements/time.tsx'
import { PageLink } from '../routing/page-link.tsx'
import { clusterPath } from '../routing/routes.ts'
import { isAtStep, type RowGroup } from './fleet-rows.ts'
import { StepStrip, stripColumns } from './step-strip.tsx'

interface RowLineProps {
  readonly cluster: FleetCluster
  readonly group: RowGroup
  readonly plans: readonly FleetPlan[]
  /** From 1, as the table counts. */
  readonly index: number
  readonly isActive: boolean
  readonly isOpen: boolean
  readonly isChanged: boolean
  readonly onWhy: (id: string, step: string | undefined) => void
}

/** A cluster as a row of the table. */
export const RowLine = memo(function RowLine(props: RowLineProps): ReactNode {
  const { cluster, group, plans, index, isActive, isOpen, isChanged, onWhy } = props
  const id = idOf(cluster)
  return (
    <tr
      className={`line${isOpen ? ' open' : ''}${isChanged ? ' changed' : ''}`}
      aria-rowindex={index}
      data-row={id}
    >
      <th scope="row">
        <PageLink to={clusterPath(id)} tabIndex={isActive ? 0 : -1} data-name title={id}>
          <span className="muted">{cluster.namespace}/</span>
          {cluster.name}
        </PageLink>
      </th>
      <td className="k8s muted">{cluster.kubernetesVersion?.replace(/^v/, '').replace(/[-+].*$/, '')}</td>
      <td>
        <StepStrip cluster={cluster} group={group} plans={plans} onWhy={onWhy} />
      </td>
      <td>
        <span className="state">
          <StateBadge state={cluster.state} needsAction={isUpToSomebody(cluster)} />
          {isAtStep(cluster) ? null : <SinceOf cluster={cluster} />}
        </span>
      </td>
      <td className="cause-cell">
        {cluster.cause === undefined || !isAtStep(cluster) ? null : (
          <button
            type="button"
            tabIndex={-1}
            className="cause-link"
            aria-expanded={isOpen}
            title={cluster.cause.message}
            onClick={() => onWhy(id, undefined)}
          >
            {isUpToSomebody(cluster) ? <b>{cluster.cause.reason}</b> : null}
            <span>{cluster.cause.message}</span>
          </button>
        )}
      </td>
    </tr>
  )
})

function SinceOf({ cluster }: { readonly cluster: FleetCluster }): ReactNode {
  if (cluster.since === undefined) return null
  return (
    <span className="muted">
      <Age since={Date.parse(cluster.since)} isShort />
    </span>
  )
}

interface GroupLineProps {
  readonly group: RowGroup
  readonly index: number
}

/** The head of a group, with the names of its steps over their columns. */
export function GroupLine({ group, index }: GroupLineProps): ReactNode {
  const { title, clusters, namespaces, steps, busy } = group
  const where = namespaces > 1 ? ` in ${counted(namespaces, 'namespace')}` : ''
  return (
    <tr className="group" aria-rowindex={index}>
      <th scope="rowgroup" colSpan={2}>
        {title === '' ? counted(clusters.length, 'cluster') : title}
        <span className="muted"> {title === '' ? where : `${clusters.length}${where}`}</span>
      </th>
      <td colSpan={1}>
        <div className="strip heads" aria-hidden="true" style={{ gridTemplateColumns: stripColumns(busy) }}>
          {steps.map((step, at) => (
            <span key={step} className={busy[at] === true ? 'wide' : 'narrow'} title={step}>
              {step}
            </span>
          ))}
        </div>
      </td>
      <td colSpan={2} />
    </tr>
  )
}
