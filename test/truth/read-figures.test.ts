import { expect, test } from 'vitest'
import { MeasuredFleet } from './read-figures.ts'

const spec = { name: 'clusters', help: 'Clusters' }
const samples = (value: number) => [
  { labels: { fitout: 'a', state: 'Ready' }, value },
  { labels: { fitout: 'b', state: 'Ready' }, value: 1 },
  { labels: { fitout: 'a', state: 'Held' }, value: 5 },
]

test('figures are summed up over what is not asked for, and are those of the last who measures', () => {
  const { figures, metrics } = new MeasuredFleet({ seed: 1 })
  expect(figures.read('clusters', { state: 'Ready' })).toBe(0)
  const endFirst = metrics.measured(spec, () => samples(2))
  expect(figures.read('clusters', { state: 'Ready' })).toBe(3)
  const endSecond = metrics.measured(spec, () => samples(7))
  endFirst()
  expect(figures.read('clusters', { state: 'Ready' })).toBe(8)
  endSecond()
  expect(figures.read('clusters', { state: 'Ready' })).toBe(0)
})
