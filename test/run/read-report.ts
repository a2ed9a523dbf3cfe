import type { Skip, Tally } from './tally.ts'

interface Report {
  readonly testResults: readonly FileReport[]
}

interface FileReport {
  readonly status: string
  readonly assertionResults: readonly TestReport[]
}

interface TestReport {
  readonly status: string
  readonly fullName?: string
}

/**
 * Counts the tests in the report of vitest's JSON reporter.
 *
 * Vitest's own sums leave out what breaks outside a test: a file that does not load, a hook that throws, a worker that dies.
 */
export function readReport(json: string): Tally {
  const { testResults } = parse(json)
  const tests = testResults.flatMap(file => file.assertionResults)
  const brokenFiles = testResults.filter(isBroken).length
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    // A pending test began, or would have begun, when its worker died.
    failed: tests.filter(({ status }) => status === 'failed' || status === 'pending').length + brokenFiles,
    skipped: tests.filter(isSkipped).length,
  }
}

/** Why tests of a report were skipped: what stands in their names, as `orSkip` puts it there. */
export function readSkips(json: string): readonly Skip[] {
  const tests = parse(json).testResults.flatMap(file => file.assertionResults)
  const reasons = tests.filter(isSkipped).map(({ fullName = '' }) => {
    const [, reason] = /\(skipped: ([^)]+)\)/.exec(fullName) ?? []
    return reason ?? 'marked so, or behind a hook that failed'
  })
  return [...Map.groupBy(reasons, reason => reason)].map(([reason, { length }]) => ({
    reason,
    count: length,
  }))
}

function isSkipped({ status }: TestReport): boolean {
  return status === 'skipped' || status === 'todo'
}

// Failed, and no test in it says why: the fault lies in the file or in a hook, and counts as one.
function isBroken({ status, assertionResults }: FileReport): boolean {
  return status === 'failed' && assertionResults.every(test => test.status !== 'failed')
}

function parse(json: string): Report {
  const value: unknown = JSON.parse(json)
  if (!isReport(value)) throw new Error('cannot read the report of vitest: it has no testResults')
  return value
}

function isReport(value: unknown): value is Report {
  return (
    typeof value === 'object' && value !== null && 'testResults' in value && Array.isArray(value.testResults)
  )
}
