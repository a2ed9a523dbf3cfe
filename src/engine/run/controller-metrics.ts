import type { Metrics } from '../metrics/metrics.ts'
import type { QueueSizes } from '../queue/work-queue.ts'

/** How one pass over a key ended. */
export type Result = 'done' | 'wait' | 'error' | 'terminal'

/** What a controller tells about itself. */
export interface ControllerMetrics {
  readonly sizes: (sizes: QueueSizes) => void
  readonly started: (waitedMs: number) => void
  readonly ended: (result: Result, tookMs: number) => void
  readonly abandoned: (count: number) => void
}

const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10, 60]

/** Figures of one controller, under its name. */
export function controllerMetrics(metrics: Metrics, controller: string): ControllerMetrics {
  const labels = ['controller']
  const keys = metrics.gauge({
    name: 'queue_keys',
    help: 'Keys in the queue of a controller, by state',
    labels: [...labels, 'state'],
  })
  const waited = metrics.histogram({
    name: 'queue_wait_seconds',
    help: 'Time from a key being ready to the start of its reconcile',
    labels,
    buckets: SECONDS,
  })
  const took = metrics.histogram({
    name: 'reconcile_seconds',
    help: 'Duration of a reconcile',
    labels,
    buckets: SECONDS,
  })
  const ended = metrics.counter({
    name: 'reconciles_total',
    help: 'Reconciles, by how they ended',
    labels: [...labels, 'result'],
  })
  const abandoned = metrics.gauge({
    name: 'reconciles_abandoned',
    help: 'Reconciles that timed out and have not ended since',
    labels,
  })
  return {
    sizes: ({ ready, delayed, running }) => {
      keys.set(ready, { controller, state: 'ready' })
      keys.set(delayed, { controller, state: 'delayed' })
      keys.set(running, { controller, state: 'running' })
    },
    started: waitedMs => waited.observe(waitedMs / 1000, { controller }),
    ended: (result, tookMs) => {
      ended.add({ controller, result })
      took.observe(tookMs / 1000, { controller })
    },
    abandoned: count => abandoned.set(count, { controller }),
  }
}
