import { describe, expect, test } from 'vitest'
import { checkAll } from './check-all.ts'
import { BLUE, aCleanRun, aCluster, aHistory, clusterWritten, saidReady } from './sample-history.ts'
import { type Rule, rules } from './violation.ts'

const canary = { name: 'outputs/password', value: 'CANARY-12345' }
const grants = [{ verb: 'get', group: '', resource: 'configmaps', names: 'all', role: 'fitout' }] as const

describe('All checks', () => {
  test('find nothing in a clean run', () => {
    expect(checkAll(aCleanRun())).toEqual({
      violations: [],
      text: 'looked at 11 lines: calls by Fitout 9, writes 9\nno rule was broken\n',
    })
  })

  test('are told by rule, with line and time', () => {
    const run = aCleanRun()
    const history = [...run, ...aHistory({ ...run[9], seq: 12, t: 12_000, force: true })]
    expect(checkAll(history).text).toBe(
      [
        'looked at 12 lines: calls by Fitout 10, writes 10',
        'broken (1): Fitout writes only what is its own, and never to a workload cluster',
        '  line 12, at 12000 ms: apply clusters.cluster.x-k8s.io default/blue takes fields from others by force',
        '',
      ].join('\n'),
    )
  })

  test.for<{ rule: Rule; plan: Parameters<typeof checkAll>[1] }>([
    { rule: 'quiet', plan: { quiet: [{ from: 11_000, to: 12_000 }] } },
    {
      rule: 'secrets',
      plan: { secrets: { canaries: [canary], sinks: [{ name: 'log', text: canary.value }] } },
    },
    { rule: 'boundedWrites', plan: { writeFactor: 0 } },
    { rule: 'ownWrites', plan: { lease: 'sim/leader' } },
  ])('hold the history against what was asked for: $rule', ({ rule, plan }) => {
    expect(checkAll(aCleanRun(), plan).violations).toMatchObject([{ rule }])
  })

  test('hold calls against rights where those are given', () => {
    const get = { op: 'get', resource: 'configmaps' } as const
    expect(checkAll(aHistory(clusterWritten(aCluster(BLUE)), get), { grants }).violations).toEqual([])
    expect(checkAll(aHistory(saidReady([])), { grants, isComplete: false }).violations).toMatchObject([
      { rule: 'leastPrivilege', seq: 1 },
    ])
    expect(checkAll([], { grants }).violations).toMatchObject([{ rule: 'leastPrivilege' }])
  })

  test('have a sentence for every rule', () => {
    expect(Object.values(rules).filter(sentence => /[.]$|^$/.test(sentence))).toEqual([])
  })
})
