import { describe, expect, test } from 'vitest'
import { checkOneEvent } from './one-event.ts'
import { GREEN, type LinePart, aCleanRun, aHistory, saidReady } from './sample-history.ts'

function told(note: string, part: LinePart = {}): LinePart {
  const body = { reason: 'StepReady', note, regarding: { name: 'blue' } }
  return { op: 'create', group: 'events.k8s.io', resource: 'events', name: note, code: 201, body, ...part }
}

const fine: readonly { name: string; given: readonly LinePart[] }[] = [
  { name: 'another fact', given: [told('a'), told('b')] },
  { name: 'the same fact of a later status', given: [told('a'), saidReady(['a']), told('a')] },
  { name: 'what the server knew already', given: [told('a'), told('a', { code: 409 })] },
  { name: 'what others tell', given: [told('a', { actor: 'ann' }), told('a', { actor: 'ann' })] },
]

describe('An Event', () => {
  test('is told once in a clean run', () => expect(checkOneEvent(aCleanRun())).toEqual([]))

  test.for(fine)('may be $name', ({ given }) => expect(checkOneEvent(aHistory(...given))).toEqual([]))

  test.for<{ name: string; between: LinePart }>([
    { name: 'nothing was written', between: {} },
    { name: 'a status was refused', between: { ...saidReady(['a']), code: 409 } },
    { name: 'the status of another cluster was written', between: saidReady(['a'], GREEN) },
  ])('is told twice when $name in between', ({ between }) => {
    expect(checkOneEvent(aHistory(told('a'), between, told('a')))).toEqual([
      { rule: 'oneEvent', seq: 3, t: 3000, sentence: 'Cluster default/blue was told "StepReady: a" twice' },
    ])
  })
})
