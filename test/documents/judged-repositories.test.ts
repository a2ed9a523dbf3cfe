import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isLintCode } from '../../src/domain/lint/lint-codes.ts'
import { runLint } from '../../src/domain/lint/run-lint.ts'
import { gatherFiles } from '../../src/cli/lint/gather-files.ts'
import { memoryIo } from '../cli/memory-io.ts'
import { type JudgedFinding, type JudgedRepository, judgedRepositories } from './judged-repositories.ts'
import { cellsUnder } from './tables.ts'

const root = join(import.meta.dirname, '..', '..')
const page = await readFile(join(root, 'docs/design/0012-lint-on-real-repositories.md'), 'utf8')

test('The list of public repositories is whole: each at a commit, each code with what was found of it', () => {
  const names = judgedRepositories.map(({ repository }) => repository)
  expect(names).toEqual([...new Set(names)].toSorted())
  for (const { repository, commit, files, findings } of judgedRepositories) {
    expect(repository).toMatch(/^[\w.-]+\/[\w.-]+$/)
    expect(commit).toMatch(/^[0-9a-f]{12}$/)
    expect(files).toBeGreaterThanOrEqual(0)
    const codes = findings.map(({ code }) => code)
    expect([repository, codes.filter(code => !isLintCode(code))]).toEqual([repository, []])
    expect(codes).toEqual([...new Set(codes)])
    for (const { count, because } of findings) {
      expect(count).toBeGreaterThan(0)
      expect(because).toMatch(/^[^A-Z\n|][^\n|]{7,}[^.\s]$/)
    }
  }
})

test('The design shows the list as it is', () => {
  const shown = cellsUnder(page, '## What was found')
  expect(shown).toEqual(judgedRepositories.map(rowOf))
})

function rowOf({ repository, commit, files, findings }: JudgedRepository): readonly string[] {
  const counts = findings.map(({ code, count }) => `${count} ${code}`).join(', ')
  return [repository, commit, String(files), counts || 'none', findings.map(verdictOf).join('; ')]
}

function verdictOf({ verdict, because }: JudgedFinding): string {
  return `${verdict}: ${because}`
}

// Clones are not ours to keep. Whoever has them, by owner and name in one folder, at these commits, names that folder.
const clones = process.env['FITOUT_PUBLIC_CLONES'] ?? ''

describe.skipIf(clones === '')('Lint finds in the clones of public repositories what is in the list', () => {
  test.for(judgedRepositories)('$repository at $commit', async ({ repository, files, findings }) => {
    const folder = join(clones, repository)
    expect(existsSync(folder)).toBe(true)
    const input = await gatherFiles([], memoryIo({ cwd: folder }))
    const counts = Map.groupBy(runLint(input.files).findings, ({ code }) => code)
    expect(input.files.texts.size).toBe(files)
    expect(Object.fromEntries([...counts].map(([code, list]) => [code, list.length]))).toEqual(
      Object.fromEntries(findings.map(({ code, count }) => [code, count])),
    )
  })
})
