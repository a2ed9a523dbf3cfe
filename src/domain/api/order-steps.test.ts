import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OrderedStep, needsOfStep } from './needs-of-step.ts'
import { orderSteps } from './order-steps.ts'

describe('Steps are ordered', () => {
  const cases = [
    { name: 'as they are written, if nothing else is said', given: ['a', 'b', 'c'], want: ['a', 'b', 'c'] },
    { name: 'behind what they need', given: ['a: c', 'b: []', 'c: b'], want: ['b', 'c', 'a'] },
    {
      name: 'as they are written among those that could come next',
      given: ['c: []', 'b: []', 'a: []'],
      want: ['c', 'b', 'a'],
    },
    { name: 'without waiting for what does not exist', given: ['a: x', 'b'], want: ['a', 'b'] },
    { name: 'also if there are none', given: [], want: [] },
    { name: 'also if two have one name', given: ['a', 'a', 'b: a'], want: ['a', 'a', 'b'] },
  ]
  test.for(cases)('$name', ({ given, want }) => {
    const order = orderSteps(given.map(stepOf))
    expect(order.ok && order.steps.map(({ name }) => name)).toEqual(want)
  })
})

describe('Steps that need each other are shown', () => {
  const cases = [
    { name: 'if one needs itself', given: ['a: a'], want: ['a', 'a'] },
    { name: 'if two do', given: ['x', 'a: b', 'b: a'], want: ['a', 'b', 'a'] },
    {
      name: 'if the order of writing closes the round',
      given: ['a: c', 'b', 'c'],
      want: ['a', 'c', 'b', 'a'],
    },
    {
      name: 'without those that only wait for them',
      given: ['w: b', 'x: []', 'a: b', 'b: a', 'z'],
      want: ['a', 'b', 'a'],
    },
  ]
  test.for(cases)('$name', ({ given, want }) =>
    expect(orderSteps(given.map(stepOf))).toEqual({ ok: false, cycle: want }),
  )
})

test('Any steps are either in an order that suits all, or in a round', () => {
  const needs = fc.option(fc.array(fc.nat(9).map(String), { maxLength: 3 }), { nil: undefined })
  fc.assert(
    fc.property(fc.array(needs, { maxLength: 10 }), all => {
      const steps = all.map((needs, index) =>
        needs ? { name: `${index}`, dependsOn: needs } : { name: `${index}` },
      )
      const order = orderSteps(steps)
      expect(order.ok ? suitsAll(order.steps, steps) : isRound(order.cycle, steps)).toBe(true)
    }),
  )
})

// The name of each step is its number.
function suitsAll(ordered: readonly OrderedStep[], steps: readonly OrderedStep[]): boolean {
  const place = new Map(ordered.map(({ name }, index) => [name, index]))
  const isBehind = (name: string, need: string) => (place.get(need) ?? -1) < (place.get(name) ?? -1)
  return (
    place.size === steps.length &&
    steps.every(({ name }, index) => needsOfStep(steps, index).every(need => isBehind(name, need)))
  )
}

function isRound(cycle: readonly string[], steps: readonly OrderedStep[]): boolean {
  const links = cycle
    .slice(0, -1)
    .map((name, at) => needsOfStep(steps, Number(name)).includes(cycle[at + 1] ?? ''))
  return links.length > 0 && links.every(Boolean) && cycle.at(-1) === cycle[0]
}

function stepOf(text: string) {
  const [name = '', needs] = text.split(': ')
  return needs === undefined ? { name } : { name, dependsOn: needs === '[]' ? [] : [needs] }
}
