import { expect, test } from 'vitest'
import { judgeSwarm } from './swarm-stage.ts'

const report = (failed: number) => JSON.stringify({ passed: 2 - failed, failed, remark: 'seeds 2000' })

test.for([
  {
    name: 'all seeds are clean',
    given: [0, report(0)] as const,
    want: { tally: { passed: 2, failed: 0, skipped: 0 }, remarks: ['seeds 2000'] },
  },
  {
    name: 'a seed fails',
    given: [1, report(1)] as const,
    want: { tally: { passed: 1, failed: 1, skipped: 0 }, remarks: ['seeds 2000'] },
  },
  {
    name: 'it ends badly although no seed failed',
    given: [134, report(0)] as const,
    want: { tally: { passed: 2, failed: 1, skipped: 0 }, remarks: ['seeds 2000'] },
  },
  {
    name: 'there is no report',
    given: [1, undefined] as const,
    want: {
      tally: { passed: 0, failed: 1, skipped: 0 },
      remarks: ['the seeds ended with code 1 and no report'],
    },
  },
])('$name', ({ given: [code, text], want }) => {
  expect(judgeSwarm(code, text)).toEqual(want)
})

test('a report of another form is an error', () => {
  expect(() => judgeSwarm(0, '{}')).toThrow('cannot read the report of the seeds')
})
