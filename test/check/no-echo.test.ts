import { describe, expect, test } from 'vitest'
import type { HistoryLine } from '../../src/simulator/faults/history.ts'
import { checkNoEcho } from './no-echo.ts'

function answered(rv: string, part: Partial<HistoryLine> = {}): Partial<HistoryLine> {
  return { op: 'apply', key: 'Cluster default/blue', write: 1, status: 'ok', rv, ...part }
}

function aHistory(...parts: readonly Partial<HistoryLine>[]): readonly HistoryLine[] {
  return parts.map((part, index) => ({
    seq: index + 1,
    t: index * 1000,
    actor: 'fitout-1',
    op: 'get',
    ...part,
  }))
}

const read: Partial<HistoryLine> = { op: 'get', key: 'Cluster default/blue', status: 'ok', rv: '7' }

describe('A write', () => {
  test.for<{ name: string; given: readonly Partial<HistoryLine>[] }>([
    { name: 'changes something', given: [answered('7'), answered('8')] },
    { name: 'is of another object', given: [answered('7'), answered('7', { key: 'Cluster default/green' })] },
    { name: 'is of another process', given: [answered('7'), answered('7', { actor: 'fitout-2' })] },
    {
      name: 'follows one whose answer was lost',
      given: [{ ...answered('7'), status: 'Timeout' }, answered('7')],
    },
    { name: 'has no answer itself', given: [answered('7'), { ...answered('7'), status: 'Unreachable' }] },
    { name: 'follows a read', given: [read, answered('7')] },
  ])('is no echo when it $name', ({ given }) => expect(checkNoEcho(aHistory(...given))).toEqual([]))

  test.for([
    { name: 'the object', part: {}, want: 'apply Cluster default/blue' },
    { name: 'its status', part: { subresource: 'status' }, want: 'apply status Cluster default/blue' },
  ])('is an echo when its process knows $name so already', ({ part, want }) => {
    const sentence = `${want} changed nothing, and fitout-1 had version 7 already`
    expect(checkNoEcho(aHistory(answered('7'), read, answered('7', part)))).toEqual([
      { rule: 'noEcho', seq: 3, t: 2000, sentence },
    ])
  })
})
