import { expect, test } from 'vitest'
import { readReport, readSkips } from './read-report.ts'
import { nothing } from './tally.ts'

const cases = [
  {
    name: 'tests are counted by how they ended',
    given: [aFile('failed', ['passed', 'failed', 'skipped', 'todo', 'passed'])],
    want: { passed: 2, failed: 1, skipped: 2 },
  },
  {
    name: 'a file that does not load is one failure',
    given: [aFile('failed', [])],
    want: { ...nothing, failed: 1 },
  },
  {
    name: 'a hook that throws is one failure, and the tests it kept from running are skipped',
    given: [aFile('failed', ['skipped', 'skipped'])],
    want: { passed: 0, failed: 1, skipped: 2 },
  },
  {
    name: 'tests that a dead worker left behind have failed',
    given: [aFile('passed', ['passed', 'pending', 'pending'])],
    want: { passed: 1, failed: 2, skipped: 0 },
  },
  { name: 'no file is no test', given: [], want: nothing },
]
for (const { name, given, want } of cases) {
  test(name, () => expect(readReport(JSON.stringify({ testResults: given }))).toEqual(want))
}

test('tests are skipped for the reasons that stand in their names', () => {
  const tests = ['a (skipped: no zsh) b', 'a (skipped: no zsh) c', 'd'].map(fullName => ({
    status: 'skipped',
    fullName,
  }))
  const report = JSON.stringify({ testResults: [{ status: 'passed', assertionResults: tests }] })
  expect(readSkips(report)).toEqual([
    { reason: 'no zsh', count: 2 },
    { reason: 'marked so, or behind a hook that failed', count: 1 },
  ])
})

test('a report of another shape is refused', () => {
  expect(() => readReport('{}')).toThrow('cannot read the report of vitest')
})

function aFile(status: string, tests: readonly string[]) {
  return { status, assertionResults: tests.map(one => ({ status: one })) }
}
