import { expect, test } from 'vitest'
import { manualClock } from '#test/engine/manual-clock.ts'
import { Lanes } from './lanes.ts'

test('so many work at once, the others in their turn, also after one has failed', async () => {
  const clock = manualClock()
  const lanes = new Lanes(2)
  const started: string[] = []
  const work = async (name: string): Promise<string> =>
    lanes.run(async () => {
      started.push(`${name} at ${clock.elapsed()}`)
      await clock.sleep(10)
      if (name === 'bad') throw new Error('bad')
      return name
    })
  const all = Promise.allSettled(['a', 'bad', 'c', 'd', 'e'].map(work))
  await clock.advance(100)
  expect(started).toEqual(['a at 0', 'bad at 0', 'c at 10', 'd at 10', 'e at 20'])
  expect((await all).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})
