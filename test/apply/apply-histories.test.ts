import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeHistory } from './judge-history.ts'
import { playHistory } from './play-history.ts'
import { histories } from './steps.ts'

const isSoak = process.env['FITOUT_SOAK'] !== undefined
const RUNS = Number(process.env['FITOUT_APPLY_HISTORIES'] ?? (isSoak ? 2000 : 150))

test('any history of commits and pipelines ends in what the last commit has, and nothing of strangers is touched', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async history => {
      const played = await playHistory(history)
      expect(judgeHistory(played), played.log.join('\n')).toEqual([])
    }),
    // The path in the report replays it; without `endOnFailure` it is made smaller, which takes a minute.
    { numRuns: RUNS, endOnFailure: process.env['FITOUT_SHRINK'] === undefined },
  )
})
