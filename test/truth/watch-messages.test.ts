import { describe, expect, test } from 'vitest'
import { notificationOf } from '../../src/domain/notify/notification.ts'
import { aFact, heldStatus, readyStatus } from '../domain/sample-fact.ts'
import { aFittedScene, say } from './sample-scene.ts'

const cluster = { namespace: 'default', name: 'cluster-0' }
const ready = notificationOf([{ ...aFact(readyStatus()), cluster }])
const trouble = notificationOf([{ ...aFact(heldStatus()), cluster }])
const unknown = { state: 'Unknown', conditions: [{ type: 'Ready', status: 'Unknown' }] }

describe('People', () => {
  test.for([
    { name: 'may be told what was so a moment ago', trueAt: 0, want: [] },
    {
      name: 'must not be told what has not been so for long',
      trueAt: -1001,
      want: ['message: at 0 ms people were told that cluster-0 is ready, and it was not'],
    },
  ])('$name', async ({ trueAt, want }) => {
    const { told } = await aFittedScene()
    told.hear(ready, () => trueAt, 1000)
    expect(told.problems).toEqual(want)
  })

  test.for([
    { name: 'must be told of trouble that lasts', isTold: false, want: 1 },
    { name: 'need not be told of it twice', isTold: true, want: 0 },
  ])('$name', async ({ isTold, want }) => {
    const scene = await aFittedScene()
    say(scene, unknown)
    await scene.fleet.clock.advance(10_000)
    if (isTold) scene.told.hear(trouble, () => 0, 1000)
    await scene.fleet.clock.advance(320_000)
    expect(scene.told.problems).toEqual([])
    await scene.fleet.clock.advance(320_000)
    expect(scene.told.problems).toHaveLength(want)
  })
})
