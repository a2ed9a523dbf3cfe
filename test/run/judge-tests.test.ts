import { expect, test } from 'vitest'
import { judgeTests } from './judge-tests.ts'
import { nothing } from './tally.ts'

const passed = aReport('passed', ['passed', 'passed'])

const cases = [
  {
    name: 'a clean end and a clean report need no remark',
    given: { code: 0, report: passed },
    want: { tally: { ...nothing, passed: 2 }, skips: [], remarks: [] },
  },
  {
    name: 'an error outside of the tests is a failure although every test passed',
    given: { code: 1, report: passed },
    want: {
      tally: { passed: 2, failed: 1, skipped: 0 },
      skips: [],
      remarks: ['vitest ended with code 1 although no lab test failed; its words are above'],
    },
  },
  {
    name: 'a run that found no test is a failure',
    given: { code: 1, report: '{"testResults":[]}' },
    want: {
      tally: { ...nothing, failed: 1 },
      skips: [],
      remarks: ['vitest ended with code 1 although no lab test failed; its words are above'],
    },
  },
  {
    name: 'a missing report is a failure, however vitest ended',
    given: { code: 0, report: undefined },
    want: {
      tally: { ...nothing, failed: 1 },
      remarks: ['vitest ended with code 0 and wrote no report of the lab tests'],
    },
  },
  {
    name: 'a failed test explains the exit code',
    given: { code: 1, report: aReport('failed', ['failed']) },
    want: { tally: { ...nothing, failed: 1 }, skips: [], remarks: [] },
  },
  {
    name: 'skipped tests are said with the reason for which they were',
    given: { code: 0, report: aReport('passed', ['skipped', 'skipped']) },
    skipReason: 'no go',
    want: {
      tally: { ...nothing, skipped: 2 },
      skips: [{ reason: 'all lab tests, as no go', count: 2 }],
      remarks: [],
    },
  },
  {
    name: 'one test that skips itself is said too',
    given: { code: 0, report: aReport('passed', ['passed', 'skipped']) },
    want: {
      tally: { passed: 1, failed: 0, skipped: 1 },
      skips: [{ reason: 'marked so, or behind a hook that failed', count: 1 }],
      remarks: [],
    },
  },
]
for (const { name, given, skipReason, want } of cases) {
  test(name, () => expect(judgeTests({ project: 'lab', skipReason }, given)).toEqual(want))
}

function aReport(status: string, tests: readonly string[]): string {
  return JSON.stringify({ testResults: [{ status, assertionResults: tests.map(one => ({ status: one })) }] })
}
