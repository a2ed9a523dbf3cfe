import { describe, expect, test } from 'vitest'
import { actOnKey } from './act-on-key.ts'
import { type Choice, noChoice } from './demo-view.ts'
import { readyView, sampleView } from '#test/cli/sample-view.ts'

const [eu, berlin] = ['prod/payments-eu', 'edge/store-berlin']
const none = { kind: 'none' }

interface Case {
  readonly name: string
  readonly key: string
  readonly given?: Partial<Choice>
  readonly choice?: Partial<Choice>
  readonly effect?: object
}

const cases: readonly Case[] = [
  { name: 'first shows where one is', key: 'j', choice: { selected: 'dev/team-3' } },
  { name: 'goes down', key: 'down', given: { selected: eu }, choice: { selected: 'prod/search-us' } },
  { name: 'goes up', key: 'k', given: { selected: eu }, choice: { selected: 'prod/legacy-2' } },
  {
    name: 'stays at the top',
    key: 'up',
    given: { selected: 'dev/platform' },
    choice: { selected: 'dev/platform' },
  },
  {
    name: 'goes to the end',
    key: 'end',
    given: { selected: eu },
    choice: { selected: 'prod/with-a-name-that-is-much-too-long' },
  },
  { name: 'goes to the start from nowhere', key: 'home', choice: { selected: 'dev/platform' } },
  {
    name: 'ends the first trouble and puts its cluster in front',
    key: '1',
    choice: { selected: eu, fixed: [eu] },
    effect: { kind: 'fix', clusters: [eu] },
  },
  { name: 'does not end a trouble twice', key: '1', given: { fixed: [eu] }, choice: { fixed: [eu] } },
  { name: 'means nothing where there is no such trouble', key: '3' },
  { name: 'means nothing where it is zero', key: '0' },
  {
    name: 'ends all troubles that are left',
    key: 'a',
    given: { fixed: [eu], selected: eu },
    choice: { fixed: [eu, berlin], selected: berlin },
    effect: { kind: 'fix', clusters: [berlin] },
  },
  { name: 'says why of the mostUrgent', key: 'w', choice: { selected: 'dev/team-3', showsWhy: true } },
  {
    name: 'goes back to the fleet',
    key: 'w',
    given: { selected: eu, showsWhy: true },
    choice: { selected: eu },
  },
  {
    name: 'closes what says why',
    key: 'escape',
    given: { selected: eu, showsWhy: true },
    choice: { selected: eu },
  },
  { name: 'gives the choice up', key: 'escape', given: { selected: eu } },
  { name: 'leaves', key: 'q', effect: { kind: 'leave', how: 'done' } },
  { name: 'interrupts', key: 'ctrl-c', effect: { kind: 'leave', how: 'interrupted' } },
  { name: 'does not leave by Enter while there is something to see', key: 'enter' },
  { name: 'means nothing else', key: 'x' },
]

describe('A key', () => {
  test.for(cases)('$name: $key', ({ key, given, choice, effect = none }) => {
    expect(actOnKey(key, sampleView(given))).toEqual({ choice: { ...noChoice, ...choice }, effect })
  })

  test('leaves by Enter once all clusters are ready', () => {
    expect(actOnKey('enter', readyView()).effect).toEqual({ kind: 'leave', how: 'done' })
  })
})
