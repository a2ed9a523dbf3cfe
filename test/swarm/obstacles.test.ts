import { describe, expect, test } from 'vitest'
import type { CallFacts } from '../../src/simulator/faults/fault-plan.ts'
import { Obstacles } from './obstacles.ts'

function aCall(part: Partial<CallFacts>): CallFacts {
  const usual = {
    actor: 'fitout-1',
    server: 'default/blue',
    op: 'list',
    kind: 'Deployment',
    key: 'Deployment',
  }
  return { write: undefined, number: 1, ...usual, ...part } as CallFacts
}

describe('A kind that hangs', () => {
  const obstacles = new Obstacles()
  obstacles.hung.set('blue', 'Deployment')
  const cases: readonly { name: string; call: Partial<CallFacts>; want: string | undefined }[] = [
    { name: 'gives no list', call: {}, want: 'hang' },
    { name: 'lets other kinds be listed', call: { kind: 'DaemonSet' }, want: undefined },
    { name: 'is that of one cluster', call: { server: 'default/green' }, want: undefined },
    { name: 'lets one object be read', call: { op: 'get' }, want: undefined },
  ]
  test.for(cases)('$name', ({ call, want }) => expect(obstacles.onCall(aCall(call))?.kind).toBe(want))

  test('gives no watch either', () => {
    expect([obstacles.onWatch(aCall({})), obstacles.onWatch(aCall({ kind: 'DaemonSet' }))]).toEqual([
      'ServerError',
      undefined,
    ])
  })

  test('hides its cluster', () => {
    expect([obstacles.hides('blue'), obstacles.hides('green')]).toEqual([
      'its Deployments cannot be listed',
      undefined,
    ])
  })
})

test('what cannot be read fails, and its neighbour does not', () => {
  const obstacles = new Obstacles()
  obstacles.unreadable.set('ConfigMap default/cni-base', 'Forbidden')
  const read = (key: string) => obstacles.onCall(aCall({ server: 'management', op: 'get', key }))
  expect([read('ConfigMap default/cni-base'), read('ConfigMap default/flux-core'), obstacles.isOpen]).toEqual(
    [{ kind: 'fail', at: 'before', code: 'Forbidden', status: 403 }, undefined, false],
  )
})

test('a cluster that sent too much may be left alone for a while after it has stopped', () => {
  const obstacles = new Obstacles()
  obstacles.hostile.set('blue', 'endless')
  obstacles.endHostility('blue', 1000)
  expect([
    obstacles.hides('blue'),
    obstacles.isAvoided('blue', 600_000),
    obstacles.isAvoided('blue', 700_000),
  ]).toEqual([undefined, true, false])
})
