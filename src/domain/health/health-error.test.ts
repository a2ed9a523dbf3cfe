import { describe, expect, test } from 'vitest'
import { evaluateHealth, judgeHealth } from './evaluate-health.ts'
import { HealthError } from './health-error.ts'

const flux = { now: 0, reader: 'flux' } as const

describe('What cannot be read', () => {
  const accessor = 'accessor error'
  const cases = [
    { name: 'an object that is a text', given: 'Pod', path: '', cause: 'must have fields, found string' },
    {
      name: 'metadata that is a text',
      given: { metadata: 'x' },
      path: 'metadata.deletionTimestamp',
      cause:
        '.metadata.deletionTimestamp accessor error: x is of the type string, expected map[string]interface{}',
    },
    {
      name: 'a deletion time that is null',
      given: { metadata: { deletionTimestamp: null } },
      path: 'metadata.deletionTimestamp',
      cause: '<nil> is of the type <nil>, expected string',
    },
    {
      name: 'a generation that is a fraction',
      given: { metadata: { generation: 1.5 } },
      path: 'metadata.generation',
      cause:
        'looking up metadata.generation from resource: .metadata.generation accessor error: 1.5 is of the type float64',
    },
    {
      name: 'an observed generation that is a text',
      given: { metadata: { generation: 1 }, status: { observedGeneration: '1' } },
      path: 'status.observedGeneration',
      cause: 'looking up status.observedGeneration from resource',
    },
    {
      name: 'a status that is a list, where generations count',
      given: { metadata: { generation: 1 }, status: ['a'] },
      path: 'status.observedGeneration',
      cause: accessor,
    },
    {
      name: 'a status that is a list',
      given: { status: ['a'] },
      path: 'status',
      cause: 'cannot restore struct from: slice',
    },
    {
      name: 'conditions that are a text',
      given: { status: { conditions: 'x' } },
      path: 'status.conditions',
      cause: 'cannot restore slice from string',
    },
    {
      name: 'a condition that is a text',
      given: { status: { conditions: [{}, 'x'] } },
      path: 'status.conditions[1]',
      cause: 'cannot restore struct from: string',
    },
    {
      name: 'the type of a condition that is a number',
      given: { status: { conditions: [{ type: 1 }] } },
      path: 'status.conditions[0].type',
      cause: 'cannot convert int64 to string',
    },
    {
      name: 'the status of a condition that is a number',
      given: { status: { conditions: [{ status: 1 }] } },
      path: 'status.conditions[0].status',
      cause: 'cannot convert int64 to v1.ConditionStatus',
    },
    {
      name: 'the status of a condition that is a boolean',
      given: { status: { conditions: [{ type: 'Ready', status: true }] } },
      path: 'status.conditions[0].status',
      cause: 'unrecognized type: string',
    },
  ]
  for (const { name, given, path, cause } of cases) {
    test(`${name} is Unknown, and has a place`, () => {
      expect(evaluateHealth(given, flux)).toMatchObject({
        status: 'Unknown',
        message: expect.stringContaining(cause),
      })
      expect(() => judgeHealth(given, flux)).toThrow(
        expect.objectContaining({ name: 'HealthError', code: 'MALFORMED_OBJECT', path }),
      )
    })
  }

  test('does not grow a message without end', () => {
    let generation: unknown = 1
    for (let depth = 0; depth < 100_000; depth++) generation = [generation, generation]
    expect(evaluateHealth({ metadata: { generation } }, flux).message.length).toBeLessThan(1000)
  })
})

test('The error says what it is', () => {
  expect(new HealthError('UNKNOWN_PHASE', 'status.phase', 'unknown phase Odd')).toMatchObject({
    message: 'cannot evaluate health: unknown phase Odd',
    code: 'UNKNOWN_PHASE',
  })
})
