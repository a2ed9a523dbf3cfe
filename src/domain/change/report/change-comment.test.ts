import { expect, test } from 'vitest'
import { changeComment } from './change-comment.ts'
import type { ReportRow } from './report-rows.ts'

const row = (index: number): ReportRow => ({
  mark: '~',
  what: `ConfigMap apps/settings-${index}`,
  words: `data.level: ${'info '.repeat(8)}-> debug`,
  where: `prod/cluster-${index}`,
  details: [],
})

test('A comment is as long as every forge takes, of whole lines, and says how many are left out', () => {
  const rows = Array.from({ length: 2000 }, (_, index) => row(index))
  const notes = Array.from({ length: 2000 }, (_, index) => `not followed: ${index} ${'x'.repeat(40)}`)
  const comment = changeComment({ rows, summary: 'Plan: much.', notes }, { from: 'a', to: 'b' })
  expect(comment.length).toBeLessThanOrEqual(60_000)
  expect(comment.length).toBeGreaterThan(50_000)
  const lines = comment.split('\n').filter(line => line.startsWith('| `~`'))
  for (const line of lines)
    expect(line).toMatch(/^\| `~` \| `ConfigMap apps\/settings-\d+` \| .* \| `prod\/cluster-\d+` \|$/)
  expect(comment).toContain(`… ${2000 - lines.length} more lines: run fitout plan`)
})
