import { afterEach, beforeEach, expect, test } from 'vitest'
import { aStep } from '#test/domain/sample-fitout.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import {
  aPlan,
  apiStep,
  appStep,
  conditionOf,
  deployment,
  done,
  fitOut,
  prepare,
  states,
  statusOf,
} from '#test/simulator/small-plan.ts'
import { SmallWorld } from '#test/simulator/small-world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

const lateStep = aStep('late', {
  dependsOn: ['app'],
  proof: { objects: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'done' }] },
})

let world: SmallWorld
beforeEach(async () => {
  world = new SmallWorld()
  await prepare(world)
  await world.put(aPlan('test', [apiStep ?? {}, appStep ?? {}, lateStep]))
  await fitOut(world)
})
afterEach(() => world.stop())

/** Everything that is said of the cluster at this moment. */
async function words(): Promise<readonly unknown[]> {
  const { state, cause } = await statusOf(world)
  const { status } = Object(await conditionOf(world))
  return [state, Object(cause).message, status, ...(await states(world))]
}

const allReady = ['Ready', undefined, 'True', 'api Ready', 'app Ready', 'late Ready']

test('A step without a gate, its cluster and its Cluster stay Ready while one that it needs is broken for a minute', async () => {
  expect(await words()).toEqual(allReady)
  const status = { ...Object(deployment['status']), availableReplicas: 0, readyReplicas: 0 }
  await world.make({ ...deployment, status })
  for (let seconds = 0; seconds < 60; seconds += 5) {
    await world.clock.advance(5 * SECOND)
    expect(await words()).toEqual(allReady)
  }
  await world.make(deployment)
  await world.make(done)
  await world.clock.advance(MINUTE)
  expect(await words()).toEqual(allReady)
})

test('A step without a gate is Ready by its own proof when one that it needs is not any more', async () => {
  const status = { ...Object(deployment['status']), availableReplicas: 0, readyReplicas: 0 }
  await world.make({ ...deployment, status })
  await world.clock.advance(3 * MINUTE)
  expect((await words()).slice(3)).toEqual(['api Ready', 'app Proving', 'late Ready'])
})

test('A server that throttles is told with the same words everywhere, and nobody is asked for a permission', async () => {
  world.faultOf = ({ server, kind }) =>
    server === 'workload' && kind === 'Deployment'
      ? new ApiError('TooManyRequests', { call: 'list Deployment', retryAfterSeconds: 1 })
      : undefined
  world.workload.endWatches()
  await world.clock.advance(5 * MINUTE)
  const message = 'API server is throttling requests (429)'
  const { state, cause, conditions, steps } = await statusOf(world)
  expect({ state, cause, ready: Array.isArray(conditions) ? conditions[0] : undefined, steps }).toMatchObject(
    {
      state: 'Unknown',
      cause: {
        reason: 'ProofNotRead',
        message,
        step: 'app',
        next: expect.stringContaining('Find out what else loads the API server'),
      },
      ready: { status: 'Unknown', reason: 'ProofNotRead', message: `Step app cannot be read: ${message}` },
      steps: [
        { name: 'api', state: 'Ready' },
        { name: 'app', state: 'Ready' },
        { name: 'late', state: 'Ready' },
      ],
    },
  )
  expect(await conditionOf(world)).toMatchObject({ message: `Step app cannot be read: ${message}` })
})
