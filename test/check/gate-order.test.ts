import { describe, expect, test } from 'vitest'
import { checkGateOrder } from './gate-order.ts'
import {
  BLUE,
  GREEN,
  type LinePart,
  aCleanRun,
  aCluster,
  aHistory,
  clusterWritten,
  gateOf,
  labelled,
  opened,
  planned,
  saidReady,
} from './sample-history.ts'

const world = [planned('cni', 'flux'), clusterWritten(aCluster(BLUE))]
const tooEarly = 'Cluster default/blue got the gate of step "flux", but step "cni" was never ready'

const fine: readonly { name: string; given: readonly LinePart[] }[] = [
  { name: 'a step that needs none', given: [opened('cni')] },
  {
    name: 'a step after the one it needs',
    given: [opened('cni'), saidReady(['cni']), opened('cni', 'flux')],
  },
  {
    name: 'a step whose status is written right after its label',
    given: [opened('cni'), saidReady([]), opened('cni', 'flux'), saidReady(['cni'])],
  },
  {
    name: 'a step after a decision that found what it needs ready',
    given: [{ op: 'decide', uid: BLUE.uid, body: { ready: ['cni'] } }, opened('flux')],
  },
  { name: 'a write that was refused', given: [{ ...opened('flux'), code: 409 }] },
  { name: 'a gate that another hand had opened', given: [gatedBy('ann'), opened('flux')] },
  { name: 'another hand', given: [gatedBy('ann')] },
]

const wrong: readonly { name: string; given: readonly LinePart[]; line: number }[] = [
  { name: 'a step whose predecessor is not ready', given: [opened('cni'), opened('cni', 'flux')], line: 4 },
  {
    name: 'a step whose predecessor is ready only later',
    given: [opened('flux'), saidReady([]), saidReady(['cni'])],
    line: 3,
  },
  {
    name: 'a step whose predecessor is ready on another cluster',
    given: [saidReady(['cni'], GREEN), opened('flux')],
    line: 4,
  },
  {
    name: 'a step whose predecessor was ready on an earlier cluster of the name',
    given: [saidReady(['cni'], { ...GREEN, name: 'blue' } as never), opened('flux')],
    line: 4,
  },
  {
    name: 'a step whose predecessor another client called ready',
    given: [{ ...saidReady(['cni']), actor: 'ann' }, opened('flux')],
    line: 4,
  },
  {
    name: 'a step after a status that was refused',
    given: [{ ...saidReady(['cni']), code: 409 }, opened('flux')],
    line: 4,
  },
]

function gatedBy(actor: string): LinePart {
  return { ...clusterWritten(aCluster(BLUE, { [gateOf('flux')]: 'true' })), actor }
}

describe('The order of gates', () => {
  test('is kept in a clean run', () => expect(checkGateOrder(aCleanRun())).toEqual([]))

  test.for(fine)('is kept by $name', ({ given }) => {
    expect(checkGateOrder(aHistory(...world, ...given))).toEqual([])
  })

  test.for(wrong)('is broken by $name', ({ given, line }) => {
    expect(checkGateOrder(aHistory(...world, ...given))).toEqual([
      { rule: 'order', seq: line, t: line * 1000, sentence: tooEarly },
    ])
  })

  test('is kept by a step after one that was ready before the history begins, on this very cluster', () => {
    const history = aHistory(...world, opened('flux'))
    const [blue, green] = [saidReady(['cni']).body, saidReady(['cni'], GREEN).body]
    expect(checkGateOrder(history, { start: { clusterfitouts: [blue] } })).toEqual([])
    expect(checkGateOrder(history, { start: { clusterfitouts: [green] } })).toHaveLength(1)
  })

  test('is broken by a label that is no gate', () => {
    const [violation] = checkGateOrder(aHistory(...world, labelled({ other: 'x' })))
    expect(violation?.sentence).toBe('Cluster default/blue got label other, which is no gate of its plan')
  })

  test('may be told as late as is asked for', () => {
    const history = aHistory(...world, opened('flux'), saidReady([]), saidReady(['cni']))
    expect(checkGateOrder(history, { settleMs: 2001 })).toEqual([])
    expect(checkGateOrder(history, { settleMs: 2000 })).toHaveLength(1)
  })

  test('is that of a plan that was edited a moment ago, if that is asked for', () => {
    const history = aHistory(...world, planned('flux', 'cni'), opened('cni'))
    expect(checkGateOrder(history, { staleMs: 1000 })).toEqual([])
    expect(checkGateOrder(history, { staleMs: 999 })).toEqual([
      {
        rule: 'order',
        seq: 4,
        t: 4000,
        sentence: 'Cluster default/blue got the gate of step "cni", but step "flux" was never ready',
      },
    ])
  })
})
