import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DelayedKeys } from './delayed-keys.ts'

const steps = fc.array(
  fc.oneof(
    fc.record({ add: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), at: fc.integer({ min: 0, max: 50 }) }),
    fc.record({ remove: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f') }),
    fc.record({ takeAt: fc.integer({ min: 0, max: 50 }) }),
  ),
  { maxLength: 300 },
)

type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never

/** What a plain map that is searched says to the same step. */
function plainly(plain: Map<string, number>, step: Step): number | undefined {
  if ('add' in step) plain.set(step.add, Math.min(step.at, plain.get(step.add) ?? Infinity))
  if ('remove' in step) plain.delete(step.remove)
  const earliest = Math.min(...plain.values())
  return 'takeAt' in step && earliest <= step.takeAt ? earliest : undefined
}

function really(keys: DelayedKeys, step: Step): string | undefined {
  if ('add' in step) keys.add(step.add, step.at)
  if ('remove' in step) keys.remove(step.remove)
  return 'takeAt' in step ? keys.takeDue(step.takeAt) : undefined
}

test('Delayed keys agree with a plain map that is searched', () => {
  fc.assert(
    fc.property(steps, given => {
      const keys = new DelayedKeys()
      const plain = new Map<string, number>()
      for (const step of given) {
        const want = plainly(plain, step)
        const taken = really(keys, step)
        expect(taken === undefined ? undefined : plain.get(taken)).toBe(want)
        if (taken !== undefined) plain.delete(taken)
        expect([keys.size, keys.earliest ?? Infinity]).toEqual([plain.size, Math.min(...plain.values())])
      }
    }),
  )
})

test('Delayed keys of the same time come in the order in which they were added', () => {
  const keys = new DelayedKeys()
  for (const key of ['c', 'a', 'b']) keys.add(key, 5)
  expect([keys.takeDue(5), keys.takeDue(5), keys.takeDue(5), keys.takeDue(5)]).toEqual([
    'c',
    'a',
    'b',
    undefined,
  ])
})
