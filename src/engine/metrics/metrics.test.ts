import { describe, expect, test } from 'vitest'
import { memoryMetrics } from '#test/engine/memory-metrics.ts'
import type { Metrics } from './metrics.ts'
import { promMetrics } from './prom-metrics.ts'

const counted = { name: 'calls_total', help: 'Calls', labels: ['verb'] }
const depth = { name: 'depth', help: 'Depth' }
const seconds = { name: 'seconds', help: 'Time', buckets: [1, 10] }

/** Figures that are others at each look. */
function measureTwice(metrics: Metrics): { readonly end: () => void } {
  const spec = { name: 'age_seconds', help: 'Age', labels: ['of'] }
  let looks = 0
  const end = metrics.measured(spec, () => [{ labels: { of: `look ${++looks}` }, value: looks }])
  metrics.measured(spec, () => [{ labels: { of: 'another' }, value: 7 }])
  metrics.measured({ name: 'leading', help: 'Whether' }, () => (looks > 1 ? [] : [{ labels: {}, value: 1 }]))
  return { end }
}

function measure(metrics: Metrics): void {
  metrics.counter(counted).add({ verb: 'get' })
  metrics.counter(counted).add({ verb: 'get' }, 2)
  metrics.counter(counted).add({ verb: 'list' })
  metrics.counter(counted).forget({ verb: 'list' })
  metrics.gauge(depth).set(5)
  metrics.gauge(depth).set(4)
  metrics.histogram(seconds).observe(3)
  metrics.histogram(seconds).start()
  metrics.histogram(seconds).observe(7)
}

describe('Metrics in memory', () => {
  test('count, replace, observe and forget', () => {
    const metrics = memoryMetrics()
    measure(metrics)
    expect(metrics.all()).toEqual({ 'calls_total{verb="get"}': 3, depth: 4, seconds: 1 })
  })

  test('measure when they are asked, and keep nothing of it', () => {
    const metrics = memoryMetrics()
    const { end } = measureTwice(metrics)
    expect(metrics.all()).toEqual({
      'age_seconds{of="look 1"}': 1,
      'age_seconds{of="another"}': 7,
      leading: 1,
    })
    expect(metrics.value('age_seconds', { of: 'look 2' })).toBe(2)
    end()
    expect(metrics.all()).toEqual({ 'age_seconds{of="another"}': 7 })
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

  test('are measured when the page is made, and what is not there any more is not on it', async () => {
    const metrics = promMetrics({ prefix: 'fitout_' })
    const { end } = measureTwice(metrics)
    const series = async () => (await metrics.render()).split('\n').filter(line => line.startsWith('fitout_'))
    expect(await series()).toEqual([
      'fitout_age_seconds{of="look 1"} 1',
      'fitout_age_seconds{of="another"} 7',
      'fitout_leading 1',
    ])
    expect(await series()).toEqual([
      'fitout_age_seconds{of="look 2"} 2',
      'fitout_age_seconds{of="another"} 7',
    ])
    end()
    expect(await series()).toEqual(['fitout_age_seconds{of="another"} 7'])
  })

  test('measure the process when asked to', async () => {
    const page = await promMetrics({ prefix: 'fitout_', measuresProcess: true }).render()
    expect(page).toContain('fitout_nodejs_eventloop_lag_seconds')
  })
})
