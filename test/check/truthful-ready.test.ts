import { describe, expect, test } from 'vitest'
import { type LinePart, aCleanRun, aHistory, saidReady } from './sample-history.ts'
import { checkTruthfulReady } from './truthful-ready.ts'

function said(state: string, ready: string): LinePart {
  return { ...saidReady([]), body: { status: { state, conditions: [{ type: 'Ready', status: ready }] } } }
}

describe('The condition Ready', () => {
  test('need not be said', () => expect(checkTruthfulReady(aCleanRun())).toEqual([]))

  test.for([
    ['Ready', 'True'],
    ['Unknown', 'Unknown'],
    ['FittingOut', 'False'],
    ['Paused', 'False'],
  ] as const)('of a cluster that is "%s" is %s', ([state, ready]) => {
    expect(checkTruthfulReady(aHistory(said(state, ready)))).toEqual([])
  })

  test.for([
    ['Unknown', 'False'],
    ['Unknown', 'True'],
    ['Failed', 'True'],
    ['Held', 'Unknown'],
    ['Ready', 'False'],
  ] as const)('of a cluster that is "%s" is not %s', ([state, ready]) => {
    const sentence = `Cluster default/blue is "${state}", and its condition Ready says ${ready}`
    expect(checkTruthfulReady(aHistory(said(state, ready)))).toEqual([
      { rule: 'truthfulReady', seq: 1, t: 1000, sentence },
    ])
  })
})
