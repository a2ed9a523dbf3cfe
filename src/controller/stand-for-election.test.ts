import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFields } from '../domain/object/fields.ts'
import { allClusters } from '../domain/shard/shard.ts'
import { noMetrics } from '../engine/metrics/metrics.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import type { SampleReply, SampleRequest } from '#test/kube/sample-server.ts'
import { SampleWorld } from '#test/kube/sample-world.ts'
import { standForElection } from './stand-for-election.ts'

let world: SampleWorld
beforeAll(async () => {
  // As an API server that is overloaded: as many requests as it takes over one connection wait for their answers.
  world = await SampleWorld.create('h2', { maxConcurrentStreams: 2 })
})
afterAll(async () => world.stop())

/** Keeps one Lease, and answers nothing else. Tells of each renewal. */
function answerLeases(onRenewal: (count: number) => void, onWaiting: () => void) {
  let lease: object | undefined
  let version = 0
  return (reply: SampleReply, { method, url, body }: SampleRequest): void => {
    if (!url.includes('/leases')) return onWaiting()
    if (method === 'GET' && !lease)
      return reply.json(404, {
        apiVersion: 'v1',
        kind: 'Status',
        reason: 'NotFound',
        code: 404,
        details: { kind: 'leases', name: 'fitout-controller' },
      })
    if (method !== 'GET') {
      version += 1
      lease = sampleLease(version, JSON.parse(body))
      if (method === 'PUT') onRenewal(version - 1)
    }
    reply.json(method === 'POST' ? 201 : 200, lease)
  }
}

function sampleLease(version: number, written: unknown): object {
  const spec: unknown = isFields(written) ? written['spec'] : undefined
  const metadata = { namespace: 'fitout-system', name: 'fitout-controller', resourceVersion: String(version) }
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec }
}

test('A renewal of the Lease does not wait behind what the server has not answered yet', async () => {
  const clock = manualClock()
  const renewed = Promise.withResolvers<number>()
  const waiting = Promise.withResolvers<void>()
  world.server.answer = answerLeases(renewed.resolve, waiting.resolve)
  const candidate = standForElection(
    {
      management: world.connect().api,
      workloads: { connect: () => world.connect() },
      clock,
      random: () => 0.5,
      log: { info: () => undefined, warn: () => undefined },
      metrics: noMetrics,
    },
    {
      leases: world.connect().api,
      leaseNamespace: 'fitout-system',
      shard: allClusters,
      identity: 'one',
      workers: 1,
    },
  )
  await waiting.promise
  await clock.advance(2_000)
  expect(await renewed.promise).toBe(1)
  await candidate.stop()
})
