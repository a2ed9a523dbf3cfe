import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyCommand } from '../../src/cli/commands/apply.ts'
import { cellsUnder } from './tables.ts'

const root = join(import.meta.dirname, '..', '..')
const page = await readFile(join(root, 'docs/reference/apply.md'), 'utf8')

const firstWords = (heading: string, word: RegExp): readonly string[] =>
  cellsUnder(page, heading).map(([cell = '']) => word.exec(cell)?.[1] ?? cell)

test('the reference has a row for each thing that keeps a commit from being applied, and for no other', async () => {
  const source = await readFile(join(root, 'src/domain/apply/apply-problem.ts'), 'utf8')
  const [, union = ''] = /type ApplyProblemCode =\n(.*?)\n\n/s.exec(source) ?? []
  const codes = [...union.matchAll(/'([A-Z_]+)'/g)].map(([, code = '']) => code)
  expect(codes.length).toBeGreaterThan(10)
  expect(firstWords('## What is refused in Git', /`([A-Z_]+)`/)).toEqual(codes)
})

test('the reference explains every flag of the command', () => {
  expect(firstWords('## Flags', /--([a-z-]+)/).toSorted()).toEqual(Object.keys(applyCommand.flags).toSorted())
})
