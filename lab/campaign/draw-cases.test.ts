import { expect, test } from 'vitest'
import { drawing } from '../faults/draw.ts'
import { countMutations, drawCases } from './draw-cases.ts'

const servers = {
  charts: 'http://c',
  registry: 'r',
  git: (name: string) => `http://g/${name}`,
  https: { port: 3, ca: '' },
}
const namesOf = (seed: string) => drawCases(drawing(seed), 60, servers).map(({ mutation }) => mutation?.name)

test('the same seed draws the same mutations', () => {
  expect(namesOf('7')).toEqual(namesOf('7'))
  expect(namesOf('7')).not.toEqual(namesOf('8'))
})

test('there are thousands of mutations, and each of them changes something', () => {
  expect(countMutations(servers)).toBeGreaterThan(5000)
  for (const { base, mutation } of drawCases(drawing('7'), 300, servers)) {
    expect(mutation?.before ?? mutation?.after ?? mutation?.change?.(base)).not.toEqual(base)
  }
})
