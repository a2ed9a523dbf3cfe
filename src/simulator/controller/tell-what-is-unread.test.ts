import { expect, test } from 'vitest'
import { startController } from '../../controller/start-controller.ts'
import { noMetrics } from '../../engine/metrics/metrics.ts'
import { seededRandom } from '../clock/seeded-random.ts'
import { VirtualClock } from '../clock/virtual-clock.ts'
import { managementKinds } from '../fleet/served-kinds.ts'
import { Store } from '../store/store.ts'

test('a management cluster without the kinds of Fitout is reported, with what to do', async () => {
  const clock = new VirtualClock()
  const management = new Store({ clock, random: seededRandom(1) })
  for (const kind of managementKinds) if (kind.group !== 'fitout.dev') management.kinds.serve(kind)
  const told: unknown[] = []
  const controller = startController({
    management: management.api('fitout'),
    workloads: {
      connect: () => {
        throw new Error('there is no workload cluster')
      },
    },
    clock,
    random: seededRandom(2),
    log: { info: () => undefined, warn: (message, fields) => void told.push({ message, ...fields }) },
    metrics: noMetrics,
  })
  await clock.advance(11_000)
  const next = 'install Cluster API and Fitout: kubectl apply --server-side -k deploy'
  const message = 'cannot read the management cluster'
  expect(told).toEqual([
    { message, kind: 'Fitout', error: 'NotServed', next },
    { message, kind: 'ClusterFitout', error: 'NotServed', next },
  ])
  const stopped = controller.stop(1000)
  await clock.advance(2000)
  await stopped
})
