import { expect, test } from 'vitest'
import { countWrites, runCrash } from './run-crash.ts'
import { undisturbedEnd } from './run-seed.ts'

const clusters = 2

const EVERY = 1

test(
  'a controller that dies at any of its writes leaves nothing that the next one cannot take up',
  { timeout: 3_600_000 },
  async () => {
    const [want, writes] = [await undisturbedEnd(clusters), await countWrites(clusters)]
    expect(writes).toBeGreaterThan(30)
    const failed: string[] = []
    for (let write = 1; write <= writes; write += EVERY) {
      for (const at of ['before', 'after'] as const) {
        const problems = await runCrash({ write, at }, { clusters, want })
        failed.push(...problems.map(problem => `${at} write ${write}: ${problem}`))
      }
    }
    expect(failed).toEqual([])
  },
)
