import { expect, test } from 'vitest'
import type { ObservedCluster } from '../../domain/plan/cluster-facts.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { noMetrics } from '../../engine/metrics/metrics.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { SampleServer } from '#test/engine/sample-server.ts'
import { ViewPool } from './view-pool.ts'

const certificate = btoa('-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n')
const kubeconfig = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'c',
  clusters: [
    { name: 'c', cluster: { server: 'https://c.test:6443', 'certificate-authority-data': certificate } },
  ],
  users: [{ name: 'c', user: { token: 't' } }],
  contexts: [{ name: 'c', context: { cluster: 'c', user: 'c' } }],
})
const secret: KubeObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'blue-kubeconfig', namespace: 'prod' },
  data: { value: btoa(kubeconfig) },
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pool looks at nothing else of it
const blue = { namespace: 'prod', name: 'blue', uid: 'u' } as ObservedCluster

test('a look that is still under way when the views are closed connects to nobody any more', async () => {
  const server = new SampleServer()
  const read = Promise.withResolvers<KubeObject>()
  let connections = 0
  const pool = new ViewPool(
    {
      management: { ...server.api, get: () => read.promise },
      workloads: {
        connect: () => {
          connections += 1
          return { api: server.api, close: () => undefined, connections: () => 1 }
        },
      },
      clock: manualClock(),
      random: () => 0.5,
      log: { info: () => undefined, warn: () => undefined },
      metrics: noMetrics,
    },
    () => undefined,
  )
  const looks = [pool.look(blue, { fresh: false })]
  pool.close()
  read.resolve(secret)
  looks.push(pool.look(blue, { fresh: false }))
  expect((await Promise.all(looks)).map(({ kind }) => kind)).toEqual(['unread', 'unread'])
  expect(connections).toBe(0)
})
