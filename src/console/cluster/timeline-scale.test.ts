import { describe, expect, test } from 'vitest'
import type { TimelineStep } from '../../server/api/cluster-response.ts'
import { percentOf, timelineScale } from './timeline-scale.ts'

const MINUTE = 60_000
const zero = Date.parse('2026-11-16T12:00:00Z')
const at = (minutes: number) => new Date(zero + minutes * MINUTE).toISOString()

function aStep(start: number, end?: number): TimelineStep {
  const span = { state: 'Proving', start: at(start), ...(end === undefined ? {} : { end: at(end) }) } as const
  return { step: 'cni', state: 'Proving', spans: [span] }
}

describe('The scale of a timeline', () => {
  test('goes from the first start to the last end, with round ticks', () => {
    expect(timelineScale([aStep(0, 4), aStep(4, 11)], zero + 99 * MINUTE)).toEqual({
      start: zero,
      end: zero + 11 * MINUTE,
      ticks: [0, 2, 4, 6, 8, 10].map(minutes => minutes * MINUTE),
      isCut: false,
    })
  })

  test('goes to now while something goes on', () => {
    expect(timelineScale([aStep(0, 4), aStep(4)], zero + 10 * MINUTE)?.end).toBe(zero + 10 * MINUTE)
  })

  test('is cut where something has stood still for much longer than all before took', () => {
    expect(timelineScale([aStep(0, 10), aStep(10)], zero + 9_000 * MINUTE)).toMatchObject({
      end: zero + 40 * MINUTE,
      isCut: true,
    })
  })

  test('does not exist while nothing has begun', () => {
    expect(timelineScale([{ step: 'cni', state: 'Waiting', spans: [] }], zero)).toBeUndefined()
  })

  test('has what lies outside of it at its edges', () => {
    const scale = { start: 100, end: 200 }
    expect([50, 100, 150, 999].map(instant => percentOf(scale, instant))).toEqual([0, 0, 50, 100])
  })
})
