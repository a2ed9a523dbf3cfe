import { describe, expect, test } from 'vitest'
import {
  evaluateHealthExpressions,
  evaluateHealthRules,
  parseHealthExpressions,
} from './evaluate-health-expressions.ts'

describe('parseHealthExpressions', () => {
  const cases = [
    { name: 'asks for current', given: {}, want: { field: 'current', error: { code: 'CEL_NOT_SPECIFIED' } } },
    { name: 'takes an empty expression for none', given: { current: 'a', failed: '' }, want: { ok: true } },
    {
      name: 'names the expression that is wrong, current first',
      given: { inProgress: 'a.', current: 'b.' },
      want: { field: 'current', error: { code: 'CEL_SYNTAX', column: 3 } },
    },
    {
      name: 'looks at failed before inProgress',
      given: { inProgress: 'a.', failed: "int('x')", current: 'c' },
      want: { field: 'failed', error: { code: 'CEL_INVALID' } },
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(parseHealthExpressions(given)).toMatchObject(want))
  }
})

describe('evaluateHealthRules', () => {
  const cases = [
    {
      name: 'asks inProgress first',
      given: { inProgress: true, failed: true, current: true },
      want: 'InProgress',
    },
    {
      name: 'asks failed before current',
      given: { inProgress: false, failed: true, current: true },
      want: 'Failed',
    },
    {
      name: 'asks current last',
      given: { inProgress: false, failed: false, current: true },
      want: 'Current',
    },
    {
      name: 'says InProgress when nothing is true',
      given: { inProgress: false, failed: false, current: false },
      want: 'InProgress',
    },
    {
      name: 'ends with the field that is missing',
      given: { inProgress: false, current: true },
      want: 'failed: no such key: failed',
    },
    {
      name: 'ends with what is no boolean',
      given: { inProgress: 'no', failed: false, current: true },
      want: 'inProgress: expected a bool, got string',
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(judge({ data: given })).toBe(want))
  }

  const ready = { inProgress: false, failed: false, current: true }
  const generations = [
    { name: 'does not look at an object whose status is old', given: [2, 1], want: 'InProgress' },
    { name: 'compares integers of any kind', given: [2n, 2], want: 'Current' },
    { name: 'leaves a generation that is text to the expressions', given: ['2', 1], want: 'Current' },
    {
      name: 'leaves a generation that is no whole number to the expressions',
      given: [2, 1.5],
      want: 'Current',
    },
  ]
  for (const { name, given, want } of generations) {
    const [generation, observedGeneration] = given
    const object = { metadata: { generation }, status: { observedGeneration }, data: ready }
    test(name, () => expect(judge(object)).toBe(want))
  }

  test('can be cut off', () => {
    const parsed = parseHealthExpressions({ current: 'l.all(e, e > 0)' })
    const result = parsed.ok && evaluateHealthRules(parsed.rules, { l: [1, 2, 3] }, { costLimit: 3 })
    expect(result).toMatchObject({ ok: false, field: 'current', error: { code: 'CEL_COST_EXCEEDED' } })
  })
})

function judge(object: object): string {
  const parsed = parseHealthExpressions({
    current: 'data.current',
    inProgress: 'data.inProgress',
    failed: 'data.failed',
  })
  const health = parsed.ok ? evaluateHealthRules(parsed.rules, object) : parsed
  return health.ok ? health.status : `${health.field}: ${health.error.reason}`
}

test('Expressions are parsed and asked in one go', () => {
  const object = { metadata: { generation: 2 }, status: { phase: 'Done', observedGeneration: 2 } }
  const current = "status.phase == 'Done'"
  expect(evaluateHealthExpressions({ current }, object)).toEqual({ ok: true, status: 'Current' })
  expect(evaluateHealthExpressions({ current: 'status.' }, object)).toMatchObject({
    ok: false,
    field: 'current',
  })
})
