import { expect, test } from 'vitest'
import { compare } from './compare.ts'

test('the median of each candidate stands against the first, and the first round does not count', async () => {
  let time = 0
  const slow = takes([900, 10, 30, 20])
  const slower = takes([900, 60, 20, 40])
  expect(await compare([slow, slower], 3, () => time)).toEqual([
    { name: 'takes 900,10,30,20', medianMs: 20, ratio: 1 },
    { name: 'takes 900,60,20,40', medianMs: 40, ratio: 2 },
  ])

  function takes(durations: readonly number[]) {
    const left = [...durations]
    return { name: `takes ${durations.join()}`, run: () => void (time += left.shift() ?? 0) }
  }
})

test('an even number of rounds has its median between the two in the middle', async () => {
  let time = 0
  const left = [0, 1, 2, 4, 9]
  const [figure] = await compare([{ name: 'a', run: () => void (time += left.shift() ?? 0) }], 4, () => time)
  expect(figure?.medianMs).toBe(3)
})

test('candidates take turns', async () => {
  const turns: string[] = []
  await compare(
    ['a', 'b'].map(name => ({ name, run: () => void turns.push(name) })),
    1,
  )
  expect(turns.join('')).toBe('abab')
})

test('what a candidate says of its memory is kept as the most of all rounds that count', async () => {
  const left = [900, 50, 70, 60]
  const figures = await compare([{ name: 'a', run: () => left.shift() ?? 0 }], 3, () => 0)
  expect(figures.map(({ peakMegabytes }) => peakMegabytes)).toEqual([70])
})
