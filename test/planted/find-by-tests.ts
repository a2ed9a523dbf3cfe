import type { Finding, Search } from './find-by-seeds.ts'
import type { PlantedBug } from './planted-bug.ts'
import { runChild } from './run-child.ts'

/** Looks for bugs with the unit tests that must find them, in one process as long as none of them makes it hang. */
export async function findByTests(
  bugs: readonly PlantedBug[],
  search: Pick<Search, 'patienceMs' | 'run'>,
  tell: (finding: Finding) => void,
): Promise<void> {
  const { patienceMs, run = runChild } = search
  for (let left = bugs; left.length > 0;) {
    const { lines } = await run({ program: 'run-tests.ts', args: left.map(({ id }) => id), patienceMs })
    const results = lines.filter(isResult)
    for (const [index, bug] of left.slice(0, results.length).entries()) tell(findingOf(bug, results[index]))
    // The process ended with a bug that no test found in time; the rest gets another one.
    const [unfinished, ...rest] = left.slice(results.length)
    if (unfinished) tell(findingOf(unfinished, undefined))
    left = rest
  }
}

/** What the tests said of one bug. */
interface TestResult {
  readonly bug: string
  /** The one that failed first, if any did. */
  readonly test?: string
  readonly seconds: number
}

function isResult(line: unknown): line is TestResult {
  return typeof line === 'object' && line !== null && 'bug' in line
}

function findingOf(bug: PlantedBug, result: TestResult | undefined): Finding {
  const by = bug.finder.by === 'tests' ? bug.finder.file : ''
  const { test, seconds = 0 } = result ?? {}
  return { bug, found: test === undefined ? undefined : { by, rule: 'test', sentence: test }, seconds }
}
