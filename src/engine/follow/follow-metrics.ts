import { type Metrics, noMetrics } from '../metrics/metrics.ts'

/** What following a selection tells about itself. */
export interface FollowMetrics {
  readonly listed: (result: string) => void
  readonly watchEnded: (reason: string) => void
  readonly heard: (type: string) => void
  readonly restored: () => void
}

/** Figures by kind. Followers of the same kind in several clusters add up. */
export function followMetrics(metrics: Metrics, kind: string): FollowMetrics {
  const lists = metrics.counter({
    name: 'lists_total',
    help: 'Complete lists, by result',
    labels: ['kind', 'result'],
  })
  const ends = metrics.counter({
    name: 'watch_ends_total',
    help: 'Watches that ended, by reason',
    labels: ['kind', 'reason'],
  })
  const events = metrics.counter({
    name: 'watch_events_total',
    help: 'Events of watches, by type',
    labels: ['kind', 'type'],
  })
  const restores = metrics.counter({
    name: 'restores_total',
    help: 'Times a server returned an older state than before',
    labels: ['kind'],
  })
  return {
    listed: result => lists.add({ kind, result }),
    watchEnded: reason => ends.add({ kind, reason }),
    heard: type => events.add({ kind, type }),
    restored: () => restores.add({ kind }),
  }
}

/** For those that tell nothing about themselves. */
export const noFollowMetrics: FollowMetrics = followMetrics(noMetrics, '')
