import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { simulate } from '../../src/cli/commands/simulate.ts'
import { isFields } from '../../src/domain/object/fields.ts'
import { cellsUnder } from './tables.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/reference/simulate.md'), 'utf8')

test('The docs explain every flag of the command', () => {
  const flags = cellsUnder(page, '## Flags').map(([cell = '']) => /--([a-z-]+)/.exec(cell)?.[1] ?? cell)
  expect(flags.toSorted()).toEqual(Object.keys(simulate.flags).toSorted())
})

test('The docs have a row for each code, and for no other', () => {
  const source = readFileSync(join(root, 'src/simulator/folder/folder-problem.ts'), 'utf8')
  const codes = [...source.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code)
  expect(codes.length).toBeGreaterThan(1)
  expect(cellsUnder(page, '## Errors').map(([cell = '']) => cell.replaceAll('`', ''))).toEqual(codes)
})

test('The docs name every field of a document', () => {
  const golden = readFileSync(join(root, 'test/golden/cli/simulate-json.txt'), 'utf8')
  const document: unknown = JSON.parse(golden.slice(golden.indexOf('{'), golden.indexOf('\n}\n') + 2))
  const rows = cellsUnder(page, '## For programs').map(cells => cells.join(' '))
  const unnamed = fieldsIn(document).filter(name => !rows.some(row => row.includes(`\`${name}\``)))
  expect(unnamed).toEqual(['apiVersion', 'kind'])
})

/** The names of all fields below a value, each once. */
function fieldsIn(value: unknown): readonly string[] {
  const inner = Array.isArray(value) ? value : isFields(value) ? Object.values(value) : []
  const own = isFields(value) ? Object.keys(value) : []
  return [...new Set([...own, ...inner.flatMap(fieldsIn)])]
}
