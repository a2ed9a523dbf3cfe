import type { Tally } from './tally.ts'

interface Report {
  readonly testResults: readonly FileReport[]
}

interface FileReport {
  readonly status: string
  readonly assertionResults: readonly { readonly status: string }[]
}

/**
 * Counts the tests in the report of vitest's JSON reporter.
 *
 * Vitest's own sums leave out what breaks outside a test: a file that does not load, a hook that throws, a worker that dies.
 */
export function readReport(json: string): Tally {
  const { testResults } = parse(json)
  const tests = testResults.flatMap(file => file.assertionResults.map(({ status }) => status))
  const brokenFiles = testResults.filter(isBroken).length
  return {
    passed: tests.filter(status => status === 'passed').length,
    // A pending test began, or would have begun, when its worker died.
    failed: tests.filter(status => status === 'failed' || status === 'pending').length + brokenFiles,
    skipped: tests.filter(status => status === 'skipped' || status === 'todo').length,
  }
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
