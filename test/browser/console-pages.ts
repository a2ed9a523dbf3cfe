import { inject } from 'vitest'
import { type FleetSnapshot, idOf } from '../../src/domain/fleet/fleet-snapshot.ts'
import { aCluster, aFleet, ago, thousandClusters } from '../domain/sample-snapshot.ts'
import type { ConsoleServer } from './console-server.ts'
import { changeAnswer, changesAnswer } from './sample-changes.ts'
import {
  clusterAnswer,
  compatAnswer,
  fitoutAnswer,
  fitoutsAnswer,
  fleetAnswer,
  meAnswer,
  objectsAnswer,
  stepAnswer,
  whyAnswer,
} from './sample-answers.ts'

/** A page of the console for tests. */
export interface PageSample {
  readonly name: string
  readonly path: string
  /** What the page reads first: without it the page is loading, or an error. */
  readonly reads: string
  /** A text that shows once it has read it. */
  readonly shows: string
  /** What the page says when there is nothing, and what makes it so. */
  readonly empty?: { readonly answer: object; readonly shows: string }
  /** What the page says when only a part is known, and what makes it so. */
  readonly partial?: { readonly answer: object; readonly shows: string }
}

const fleet = thousandClusters()
const payments = fleet.clusters[0] ?? aCluster('prod/payments-eu')
const fresh = aCluster('prod/new', { state: 'FittingOut', steps: [] })
const someFleet = aFleet([fresh])
const id = idOf(payments)

/** Every page, with the answers that bring it into each of its states. */
export const pageSamples: readonly PageSample[] = [
  {
    name: 'fleet',
    path: '/',
    reads: 'fleet',
    shows: 'Needs attention',
    empty: { answer: fleetAnswer(aFleet([])), shows: 'No Cluster API clusters yet' },
    partial: {
      answer: fleetAnswer(fleet, { isPartial: true }),
      shows: 'Only namespaces you have access to are shown',
    },
  },
  {
    name: 'cluster',
    path: `/c/${id}`,
    reads: `clusters/${id}`,
    shows: 'Evidence',
    empty: {
      answer: {
        ...clusterAnswer(fresh, someFleet),
        cluster: { ...fresh, namespace: 'prod', name: 'payments-eu' },
      },
      shows: 'Nothing delivered yet: waiting for the API server',
    },
    partial: {
      answer: withUnread(),
      shows: 'cannot be read since',
    },
  },
  {
    name: 'step',
    path: `/c/${id}/s/karpenter`,
    reads: `clusters/${id}/steps/karpenter`,
    shows: 'Hand-over',
    empty: {
      answer: { ...stepAnswer(payments, 'karpenter'), proofs: [], delivery: [], handOver: [], objects: [] },
      shows: 'The proof lists no objects',
    },
    partial: {
      answer: {
        ...stepAnswer(payments, 'karpenter'),
        unread: ['You are not allowed to get secrets in namespace prod'],
      },
      shows: 'You are not allowed to get secrets',
    },
  },
  {
    name: 'fitouts',
    path: '/fitouts',
    reads: 'fitouts',
    shows: 'prod/eks',
    empty: { answer: { ...fitoutsAnswer(), fitouts: [] }, shows: 'No Fitout yet' },
  },
  {
    name: 'fitout',
    path: '/f/prod/eks',
    reads: 'fitouts/prod/eks',
    shows: 'generation 3',
    empty: {
      answer: { ...fitoutAnswer(), clusters: [], labelsThere: ['env=prod'] },
      shows: 'No cluster matches this selector',
    },
    partial: { answer: fitoutAnswer(), shows: 'p95 needs' },
  },
  {
    name: 'compat',
    path: '/compat',
    reads: 'compat',
    shows: 'facts of 2026-11-10',
    empty: { answer: { ...compatAnswer(), rows: [] }, shows: 'No facts for this version' },
  },
  {
    name: 'changes',
    path: '/changes',
    reads: 'changes',
    shows: 'Add the cluster dev/team-9',
    empty: { answer: { ...changesAnswer(), changes: [] }, shows: 'No open change touches clusters' },
    partial: {
      answer: { ...changesAnswer(), changes: [], unavailable: 'No Git host is configured' },
      shows: 'No Git host is configured',
    },
  },
  {
    name: 'change',
    path: '/changes/214',
    reads: 'changes/214',
    shows: 'Flux 2.9 needs Kubernetes 1.34',
    empty: {
      answer: withPlan({ clusters: [], refusals: [], report: { rows: [], summary: '', notes: [] } }),
      shows: 'It changes nothing on any cluster',
    },
    partial: { answer: withPlan({ snapshotAsOf: undefined }), shows: 'Offline plan' },
  },
  {
    name: 'merged change',
    path: '/changes/213',
    reads: 'changes/213',
    shows: 'After the merge',
    partial: {
      answer: { ...mergedAnswer(), plan: undefined, unplanned: 'the Git host did not answer' },
      shows: 'There is no plan: the Git host did not answer',
    },
  },
  {
    name: 'new',
    path: '/new',
    reads: 'classes',
    shows: 'Open merge request',
    empty: {
      answer: { asOf: ago(0), base: { ...inject('classes').base, classes: [] } },
      shows: 'No ClusterClass found',
    },
    partial: {
      answer: { asOf: ago(0), unavailable: 'No Git host is configured' },
      shows: 'No Git host is configured',
    },
  },
]

/** Answers for every page, as of a thousand clusters. */
export function giveAnswers(server: ConsoleServer, snapshot: FleetSnapshot = fleet): void {
  const give = (path: string, body: object) => server.answers.set(path, { body })
  server.answers.clear()
  server.sent.length = 0
  give('me', meAnswer())
  give('fleet', fleetAnswer(snapshot))
  give('fitouts', fitoutsAnswer())
  give('fitouts/prod/eks', fitoutAnswer())
  give('changes', changesAnswer())
  give('changes/214', changeAnswer())
  give('changes/213', mergedAnswer())
  give('classes', inject('classes'))
  give('compat', compatAnswer())
  give('compat?k8s=1.35', compatAnswer())
  for (const cluster of snapshot.clusters.slice(0, 50)) {
    const path = `clusters/${idOf(cluster)}`
    give(path, clusterAnswer(cluster, snapshot))
    give(`${path}/why`, whyAnswer(cluster, snapshot))
    give(`${path}/objects`, objectsAnswer())
    for (const { name } of cluster.steps) {
      give(`${path}/why?step=${name}`, whyAnswer(cluster, snapshot))
      give(`${path}/steps/${name}`, stepAnswer(cluster, name))
    }
  }
}

function withUnread(): object {
  const answer = clusterAnswer(payments, fleet)
  return { ...answer, facts: { ...answer.facts, unreadSince: '2026-11-16T12:01:00Z' } }
}

function withPlan(given: object): object {
  const answer = changeAnswer()
  return { ...answer, plan: { ...answer.plan, ...given } }
}

function mergedAnswer(): object {
  return changeAnswer({ id: '213', state: 'merged', mergedAt: ago(4 * 60_000) })
}
