import { type ReactNode, useEffect } from 'react'
import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { isUpToSomebody } from '../../domain/fleet/sum-fleet.ts'
import { stepOf } from '../../domain/fleet/time-in-state.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import type { ClusterResponse, WhyResponse } from '../../server/api/cluster-response.ts'
import { useClusterResource } from '../data/use-cluster.ts'
import { useResource } from '../data/use-resource.ts'
import { Notice } from '../elements/notice.tsx'
import { Panel } from '../elements/panel.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { Skeleton } from '../elements/skeleton.tsx'
import { StateBadge } from '../elements/state-badge.tsx'
import { Age, timeOfDay } from '../elements/time.tsx'
import { DemoFix } from '../demo/demo-fix.tsx'
import { copyText } from '../elements/copy-button.tsx'
import { useKeys } from '../frame/use-keys.ts'
import { PageLink } from '../routing/page-link.tsx'
import { go } from '../routing/location-store.ts'
import { clusterPath, copyPath, fitoutPath } from '../routing/routes.ts'
import { WhyDetails } from '../why/why-details.tsx'
import { whyPath } from '../why/why-path.ts'
import { useNeighbours } from './use-neighbours.ts'
import { FactsPanel } from './facts-panel.tsx'
import { ClusterObjects } from './cluster-objects.tsx'
import { Timeline } from './timeline.tsx'

interface ClusterPageProps {
  readonly namespace: string
  readonly name: string
}

/** A cluster: whether it is ready, and if not why, and what to do. */
export function ClusterPage({ namespace, name }: ClusterPageProps): ReactNode {
  const id = `${namespace}/${name}`
  const { value, error } = useClusterResource(id)
  const isReady = value?.cluster.state === 'Ready'
  const why = useResource<WhyResponse>(value === undefined || isReady ? undefined : whyPath(id, undefined))
  const neighbours = useNeighbours(id)
  useEffect(() => {
    document.title = `${id} · Fitout`
    return () => {
      document.title = 'Fitout'
    }
  }, [id])
  useKeys({
    '[': () => neighbours.previous && go(clusterPath(neighbours.previous)),
    ']': () => neighbours.next && go(clusterPath(neighbours.next)),
    y: () => {
      const command = why.value?.why?.next.find(action => action.command !== undefined)?.command
      copyText(command ?? `fitout why ${id}`).catch(() => {})
    },
    Escape: () => go('/'),
  })
  if (value === undefined && error === undefined)
    return <Skeleton heights={[56, 220, 300]} label={id} isPage />
  if (value === undefined) return <RefusalNotice what={`read Cluster ${id}`} error={error} isPage />
  return (
    <div className="stack">
      {error === undefined ? null : <RefusalNotice what={`read Cluster ${id}`} error={error} isShort />}
      <ClusterHead answer={value} />
      <Unread answer={value} />
      <DemoFix id={id} />
      <div className="cluster-top">
        <div className="stack">
          {isReady ? (
            <ReadyLine answer={value} />
          ) : (
            <Panel title="Why">
              {why.value === undefined && why.error === undefined ? (
                <Skeleton heights={[28, 90]} label={`why ${id}`} />
              ) : null}
              {why.error === undefined ? null : (
                <RefusalNotice what={`explain ${id}`} error={why.error} isShort={why.value !== undefined} />
              )}
              {why.value === undefined ? null : <WhyDetails answer={why.value} onReload={why.reload} />}
            </Panel>
          )}
          <Panel title="Timeline" aside={<MedianWords answer={value} />}>
            {value.timeline.every(({ spans }) => spans.length === 0) ? (
              <p className="muted">Nothing delivered yet: waiting for the API server</p>
            ) : null}
            <Timeline id={id} cluster={value.cluster} timeline={value.timeline} />
          </Panel>
        </div>
        <div className="stack">
          <FactsPanel answer={value} />
        </div>
      </div>
      <ClusterObjects id={id} />
      <Changes answer={value} />
    </div>
  )
}

function ClusterHead({ answer }: { readonly answer: ClusterResponse }): ReactNode {
  const { cluster } = answer
  return (
    <header className="page-head">
      <p className="crumbs muted">
        <PageLink to="/">Fleet</PageLink> /{' '}
        <PageLink to={`/?q=${encodeURIComponent(cluster.namespace)}`}>{cluster.namespace}</PageLink>
      </p>
      <div className="spread">
        <div className="row">
          <h1>{cluster.name}</h1>
          <StateBadge state={cluster.state} needsAction={isUpToSomebody(cluster)} />
          <span className="muted">
            <AtStep cluster={cluster} />
          </span>
        </div>
        <p className="row muted head-facts">
          {cluster.kubernetesVersion === undefined ? null : (
            <span>Kubernetes {cluster.kubernetesVersion}</span>
          )}
          <PageLink to={fitoutPath(cluster.namespace, cluster.fitout)}>Fitout {cluster.fitout}</PageLink>
          <PageLink to={copyPath(idOf(cluster))}>New cluster like this</PageLink>
        </p>
      </div>
    </header>
  )
}

function AtStep({ cluster }: { readonly cluster: FleetCluster }): ReactNode {
  const step = stepOf(cluster)
  const since = cluster.since === undefined ? undefined : Date.parse(cluster.since)
  const position = cluster.steps.findIndex(one => one.name === step?.name) + 1
  return (
    <>
      {step === undefined || cluster.state === 'Ready'
        ? 'for '
        : `at step ${position} of ${cluster.steps.length}, ${step.name}, for `}
      {since === undefined ? '' : <Age since={since} />}
    </>
  )
}

function ReadyLine({ answer }: { readonly answer: ClusterResponse }): ReactNode {
  const { cluster, took, fleetTook } = answer
  const since = cluster.since === undefined ? '' : ` since ${timeOfDay(Date.parse(cluster.since))}`
  const time = took === undefined ? '' : `, fitted out in ${durationWords(took * 1_000)}`
  const median = fleetTook === undefined ? '' : ` (median ${durationWords(fleetTook.median * 1_000)})`
  return <Notice tone="ready">{`Ready${since}${time}${took === undefined ? '' : median}`}</Notice>
}

function Unread({ answer }: { readonly answer: ClusterResponse }): ReactNode {
  const { unreadSince } = answer.facts
  if (unreadSince === undefined) return null
  return (
    <Notice tone="unknown">
      {`Cluster ${idOf(answer.cluster)} cannot be read since ${timeOfDay(Date.parse(unreadSince))}. Showing the last known state.`}
    </Notice>
  )
}

function MedianWords({ answer }: { readonly answer: ClusterResponse }): ReactNode {
  const { fleetTook, cluster } = answer
  if (fleetTook === undefined) return null
  return (
    <span className="muted">
      median of {cluster.fitout}: {durationWords(fleetTook.median * 1_000)}
    </span>
  )
}

function Changes({ answer }: { readonly answer: ClusterResponse }): ReactNode {
  if (answer.changes.length === 0) return null
  return (
    <Panel title="Changes">
      <ul>
        {answer.changes.map(({ id, mark, title, url, state }) => (
          <li key={id} className="row">
            <span className="tag">{state}</span>
            {url.startsWith('https://') ? (
              <a href={url} rel="noreferrer">
                {mark}
                {id} {title}
              </a>
            ) : (
              `${mark}${id} ${title}`
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
