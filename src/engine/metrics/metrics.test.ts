import { describe, expect, test } from 'vitest'
import { memoryMetrics } from './memory-metrics.ts'
import type { Metrics } from './metrics.ts'
import { promMetrics } from './prom-metrics.ts'

const counted = { name: 'calls_total', help: 'Calls', labels: ['verb'] }
const depth = { name: 'depth', help: 'Depth' }
const seconds = { name: 'seconds', help: 'Time', buckets: [1, 10] }

function measure(metrics: Metrics): void {
  metrics.counter(counted).add({ verb: 'get' })
  metrics.counter(counted).add({ verb: 'get' }, 2)
  metrics.counter(counted).add({ verb: 'list' })
  metrics.counter(counted).forget({ verb: 'list' })
  metrics.gauge(depth).set(5)
  metrics.gauge(depth).set(4)
  metrics.histogram(seconds).observe(7)
}

describe('Metrics in memory', () => {
  test('count, replace, observe and forget', () => {
    const metrics = memoryMetrics()
    measure(metrics)
    expect(metrics.all()).toEqual({ 'calls_total{verb="get"}': 3, depth: 4, seconds: 1 })
  })

  test('know nothing of a series that was never told', () => {
    expect(memoryMetrics().value('depth')).toBeUndefined()
  })
})

describe('Metrics for Prometheus', () => {
  test('are a page with prefix, help and labels', async () => {
    const metrics = promMetrics({ prefix: 'fitout_' })
    measure(metrics)
    expect((await metrics.render()).trim().split('\n')).toEqual([
      '# HELP fitout_calls_total Calls',
      '# TYPE fitout_calls_total counter',
      'fitout_calls_total{verb="get"} 3',
      '',
      '# HELP fitout_depth Depth',
      '# TYPE fitout_depth gauge',
      'fitout_depth 4',
      '',
      '# HELP fitout_seconds Time',
      '# TYPE fitout_seconds histogram',
      'fitout_seconds_bucket{le="1"} 0',
      'fitout_seconds_bucket{le="10"} 1',
      'fitout_seconds_bucket{le="+Inf"} 1',
      'fitout_seconds_sum 7',
      'fitout_seconds_count 1',
    ])
    expect(metrics.contentType).toMatch(/^text\/plain/)
  })

  test('measure the process when asked to', async () => {
    const page = await promMetrics({ prefix: 'fitout_', measuresProcess: true }).render()
    expect(page).toContain('fitout_nodejs_eventloop_lag_seconds')
  })
})
