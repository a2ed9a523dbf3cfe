import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FleetMetrics } from '../../controller/metrics/fleet-metrics.ts'
import { NotificationQueue } from '../../controller/notify/notification-queue.ts'
import { runController } from '../../engine/run/run-controller.ts'
import { followSelection } from '../../engine/follow/follow-selection.ts'
import { memoryMetrics } from '#test/engine/memory-metrics.ts'
import type { MetricSpec, Metrics } from '../../engine/metrics/metrics.ts'
import { controller } from '../commands/controller.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../docs/reference/controller.md'), 'utf8')

test('The docs list every flag of the controller', () => {
  const flags = [...docs.matchAll(/^\| `--([a-z-]+) /gm)].map(([, flag]) => flag)
  expect(flags).toEqual(Object.keys(controller.flags))
})

test('The docs list every metric with its labels, in the words of its help', async () => {
  const told = new Map<string, string>()
  const noting = memoryMetrics()
  const note = ({ name, labels = [], help }: MetricSpec) =>
    void told.set(name, `${labels.map(label => `\`${label}\``).join(', ')} | ${help}`.trim())
  const metrics: Metrics = {
    counter: spec => (note(spec), noting.counter(spec)),
    gauge: spec => (note(spec), noting.gauge(spec)),
    histogram: spec => (note(spec), noting.histogram(spec)),
    measured: (spec, measure) => (note(spec), noting.measured(spec, measure)),
  }
  const never = { now: () => 0, elapsed: () => 0, sleep: async () => undefined }
  const common = { clock: never, random: () => 0, metrics }
  const running = runController({ name: 'x', reconcile: async () => ({ kind: 'done' }), ...common })
  const resource = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' } as const
  const refusing = new Proxy({}, { get: () => async () => Promise.reject(new Error('no server')) })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that refuses everything needs no methods
  const followed = followSelection(refusing as Parameters<typeof followSelection>[0], { resource }, common)
  const management = { fitout: followed, clusterFitout: followed, isSynced: () => false }
  const figures = new FleetMetrics({ world: common, management, views: { sights: () => [] } })
  figures.stop()
  const log = { info: () => undefined, warn: () => undefined }
  const sink = { name: 'nobody', send: async () => ({ kind: 'delivered' }) as const }
  await new NotificationQueue({ ...common, log }, sink).stop(0)
  await followed.stop()
  await running.stop(0)
  const rows = [...docs.matchAll(/^\| `([a-z_]+)` \| (.+) \|$/gm)].map(([, name = '', says = '']) => [
    name,
    says.trim(),
  ])
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(told))
})
