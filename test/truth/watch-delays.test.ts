import { describe, expect, test } from 'vitest'
import type { Scene } from '../swarm/scene.ts'
import { aNewScene } from './sample-scene.ts'
import { percentile } from './watch-delays.ts'

/** How long the first gate was shut although it could open, in whole minutes. */
async function minutesShut(trouble: (scene: Scene) => void): Promise<number> {
  const scene = aNewScene()
  await scene.fleet.run(() => scene.workload('cluster-0') !== undefined, 60_000)
  trouble(scene)
  await scene.fleet.clock.advance(120_000)
  const { longest } = scene.delays
  return Math.round(((longest?.to ?? 0) - (longest?.from ?? 0)) / 60_000)
}

describe('A gate that nobody opens', () => {
  const cases: readonly { name: string; trouble: (scene: Scene) => void; want: number }[] = [
    { name: 'is late from the moment on at which it could', trouble: () => undefined, want: 2 },
    {
      name: 'is not late while its cluster cannot be reached',
      trouble: scene => scene.link('cluster-0')?.set({ kind: 'down' }),
      want: 0,
    },
    {
      name: 'is not late while the management cluster refuses something',
      trouble: ({ obstacles }) => obstacles.denied.add('gate'),
      want: 0,
    },
    {
      name: 'is late whatever is wrong with others',
      trouble: ({ obstacles }) => obstacles.hung.set('cluster-1', 'Deployment'),
      want: 2,
    },
  ]
  test.for(cases)('$name', async ({ trouble, want }) => expect(await minutesShut(trouble)).toBe(want))
})

test('a controller that nothing hinders opens each gate within seconds', async () => {
  const scene = aNewScene()
  scene.fleet.start()
  await scene.fleet.run(() => scene.isReady(), 120_000)
  expect(scene.delays.ended.every(({ from, to }) => to - from < 6_000)).toBe(true)
})

test('of a hundred lengths the longest but one is the 99th', () => {
  const lengths = Array.from({ length: 100 }, (_, index) => index + 1)
  expect([
    percentile(lengths, 50),
    percentile(lengths, 99),
    percentile(lengths, 100),
    percentile([], 99),
  ]).toEqual([50, 99, 100, 0])
})
