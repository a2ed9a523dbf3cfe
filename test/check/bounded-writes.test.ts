import { describe, expect, test } from 'vitest'
import { checkBoundedWrites, checkQuiet, writeLimit } from './bounded-writes.ts'
import {
  BLUE,
  aCleanRun,
  aCluster,
  aHistory,
  clusterWritten,
  leaseHeld,
  opened,
  planned,
  saidReady,
} from './sample-history.ts'
import { aPlan, gated } from '../domain/sample-facts.ts'

const world = [planned('cni'), clusterWritten(aCluster(BLUE))]
const writes = (count: number) => Array.from({ length: count }, () => saidReady([]))

describe('The number of writes', () => {
  test('is small in a clean run', () => expect(checkBoundedWrites(aCleanRun())).toEqual([]))

  test('grows with steps and hand-overs', () => {
    const plan = aPlan([gated('cni'), gated('flux'), gated('karpenter', { render: ['pools'] })])
    expect(writeLimit(plan)).toBe(5 * 3 + 3 * 1 + 6)
  })

  test('is too large from the first write above the limit, and that is reported once', () => {
    expect(checkBoundedWrites(aHistory(...world, ...writes(11)))).toEqual([])
    expect(checkBoundedWrites(aHistory(...world, ...writes(13)))).toEqual([
      {
        rule: 'boundedWrites',
        seq: 14,
        t: 14_000,
        sentence: 'Cluster default/blue cost 12 writes, and 11 are enough',
      },
    ])
  })

  test('may be several times as large, if that is asked for', () => {
    const history = aHistory(...world, ...writes(33))
    expect(checkBoundedWrites(history, { factor: 3 })).toEqual([])
    expect(checkBoundedWrites(history, { factor: 2 })).toHaveLength(1)
  })

  test('does not count what was refused, and what concerns no cluster', () => {
    const refused = Array.from({ length: 20 }, () => ({ ...opened('cni'), code: 409 }))
    const leases = Array.from({ length: 20 }, () => leaseHeld())
    expect(checkBoundedWrites(aHistory(...world, ...refused, ...leases))).toEqual([])
  })
})

describe('A quiet time', () => {
  const history = aHistory(saidReady([]), leaseHeld(), saidReady([]), saidReady([]))

  test.for([
    { name: 'before and after it', time: { from: 1001, to: 3000 }, lines: [] },
    { name: 'in it', time: { from: 3000, to: 4000 }, lines: [3] },
    { name: 'at all times', time: { from: 0, to: 9000 }, lines: [1, 3, 4] },
  ])('knows writes $name', ({ time, lines }) => {
    expect(checkQuiet(history, [time]).map(({ seq }) => seq)).toEqual(lines)
  })

  test('returns which write it was', () => {
    expect(checkQuiet(history, [{ from: 3000, to: 4000 }])).toEqual([
      {
        rule: 'quiet',
        seq: 3,
        t: 3000,
        sentence: 'apply clusterfitouts.fitout.dev/status default/blue was written in a quiet time',
      },
    ])
  })
})
