import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cellsUnder } from './tables.ts'

const root = join(import.meta.dirname, '..', '..')

test('the reference explains each thing that can become of an object, and no other', async () => {
  const page = await readFile(join(root, 'docs/reference/plan.md'), 'utf8')
  const source = await readFile(join(root, 'src/domain/change/compare/delivery-changes.ts'), 'utf8')
  const [, union = ''] = /export type ChangeOp =\n(.*?)\n\n/s.exec(source) ?? []
  const ops = [...union.matchAll(/\| '(\w+)'/g)].map(([, op = '']) => op)
  const said = cellsUnder(page, '## What becomes of an object').map(([cell = '']) => cell.replaceAll('`', ''))
  expect(ops).toHaveLength(6)
  expect(said.toSorted()).toEqual(ops.toSorted())
})
