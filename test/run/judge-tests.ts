import { readReport, readSkips } from './read-report.ts'
import type { StageResult } from './stage.ts'
import { nothing, type Skip, type Tally } from './tally.ts'

interface Asked {
  readonly project: string
  readonly skipReason?: string | undefined
}

interface Came {
  readonly code: number
  /** What the JSON reporter wrote; undefined when it wrote nothing. */
  readonly report: string | undefined
}

/** Brings together what vitest wrote down and how it ended: either alone can miss a failure. */
export function judgeTests(asked: Asked, { code, report }: Came): StageResult {
  if (report === undefined) {
    const remark = `vitest ended with code ${code} and wrote no report of the ${asked.project} tests`
    return { tally: { ...nothing, failed: 1 }, remarks: [remark] }
  }

  const counted = readReport(report)
  const skips = skipsOf(asked, report, counted)
  if (code === 0 || counted.failed > 0) return { tally: counted, skips, remarks: [] }

  // An error that no test awaited, a setup that threw, or no test at all.
  const remark = `vitest ended with code ${code} although no ${asked.project} test failed; its words are above`
  return { tally: { ...counted, failed: 1 }, skips, remarks: [remark] }
}

function skipsOf({ project, skipReason }: Asked, report: string, { skipped }: Tally): readonly Skip[] {
  if (skipReason === undefined) return readSkips(report)
  return skipped === 0 ? [] : [{ reason: `all ${project} tests, as ${skipReason}`, count: skipped }]
}
