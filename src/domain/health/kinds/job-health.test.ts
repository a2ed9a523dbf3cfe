import { describe, expect, test } from 'vitest'
import { evaluateHealth } from '../evaluate-health.ts'
import { anObject, type Said } from '#test/domain/sample-health.ts'

interface Case {
  readonly name: string
  readonly given: Said
  readonly kstatus: readonly string[]
  readonly flux: readonly string[]
}

describe('A Job', () => {
  const started = { startTime: '2026-01-01T00:00:00Z', active: 1, succeeded: 2 }
  const counts = 'Job in progress. success:2, active: 1, failed: 0'
  const cases: readonly Case[] = [
    {
      name: 'that has not started is in progress',
      given: { spec: { parallelism: 3 } },
      kstatus: ['InProgress', 'Job not started'],
      flux: ['InProgress', 'Job not started. active: 0/3'],
    },
    {
      name: 'that runs is current to kstatus only',
      given: { status: started },
      kstatus: ['Current', counts],
      flux: ['InProgress', counts],
    },
    {
      name: 'that has completed is current',
      given: {
        spec: { parallelism: 3 },
        status: { ...started, conditions: [{ type: 'Complete', status: 'True' }] },
      },
      kstatus: ['Current', 'Job Completed. succeeded: 2/3'],
      flux: ['Current', 'Job Completed. succeeded: 2/3'],
    },
    {
      name: 'that has failed has failed',
      given: {
        spec: { completions: 4 },
        status: {
          failed: 4,
          conditions: [
            { type: 'Complete', status: 'False' },
            { type: 'Failed', status: 'True' },
          ],
        },
      },
      kstatus: ['Failed', 'Job Failed. failed: 4/4'],
      flux: ['Failed', 'Job Failed. failed: 4/4'],
    },
    {
      name: 'that is suspended is current to Flux only',
      given: { spec: { suspend: true }, status: { conditions: 'nonsense' }, metadata: { generation: 9 } },
      kstatus: ['InProgress', 'Job generation is 9, but latest observed generation is 2'],
      flux: ['Current', 'Job is suspended'],
    },
    {
      name: 'that is being deleted is so to kstatus only',
      given: { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' }, status: started },
      kstatus: ['Terminating', 'Resource scheduled for deletion'],
      flux: ['InProgress', counts],
    },
    {
      name: 'with conditions that cannot be read is unknown to both',
      given: { status: { conditions: 'x' } },
      kstatus: ['Unknown', 'cannot evaluate health: status.conditions: cannot restore slice from string'],
      flux: ['Unknown', 'cannot evaluate health: status.conditions: cannot restore slice from string'],
    },
  ]
  for (const { name, given, kstatus, flux } of cases) {
    test(name, () => {
      expect(judged('kstatus', given)).toEqual(kstatus)
      expect(judged('flux', given)).toEqual(flux)
    })
  }
})

test('A CronJob is always current', () => {
  expect(evaluateHealth(anObject('batch/v1', 'CronJob'), { now: 0, reader: 'flux' }).status).toBe('Current')
})

function judged(reader: 'flux' | 'kstatus', given: Said): readonly string[] {
  const { status, message } = evaluateHealth(anObject('batch/v1', 'Job', given), { now: 0, reader })
  return [status, message]
}
