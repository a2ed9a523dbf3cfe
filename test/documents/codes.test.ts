import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pack } from '../../src/cli/commands/pack.ts'
import { cellsUnder } from './tables.ts'

const root = join(import.meta.dirname, '..', '..')
const page = await readFile(join(root, 'docs/reference/pack.md'), 'utf8')

/** The closed unions of codes, and where the reference explains each of them. */
const unions = [
  { type: 'PackProblemCode', file: 'src/domain/pack/pack-problem.ts', heading: 'In what is packed' },
  { type: 'PackErrorCode', file: 'src/domain/pack/pack-error.ts', heading: 'In a pack that is there' },
  {
    type: 'SourceReadErrorCode',
    file: 'src/cli/sources/source-read-error.ts',
    heading: 'While sources are read',
  },
  {
    type: 'FolderErrorCode',
    file: 'src/cli/folder/folder-error.ts',
    heading: 'While the folder is read or written',
  },
  {
    type: 'FluxInstallErrorCode',
    file: 'src/domain/flux-install/flux-install-error.ts',
    heading: 'Flux',
  },
]

for (const { type, file, heading } of unions) {
  test(`the reference has a row for each ${type}, and for no other`, async () => {
    const codes = membersOf(await readFile(join(root, file), 'utf8'), type)
    expect(codes.length).toBeGreaterThan(1)
    expect(firstWords(`### ${heading}`).toSorted()).toEqual(codes.toSorted())
  })
}

test('the reference explains every flag of the command', () => {
  const named = [...firstWords('## Flags', /--([a-z-]+)/), ...firstWords('## Flux', /--([a-z-]+)/)]
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(pack.flags).toSorted())
})

function firstWords(heading: string, word = /`([A-Z_]+)`/): readonly string[] {
  return cellsUnder(page, heading).map(([cell = '']) => word.exec(cell)?.[1] ?? cell)
}

/** The members of a union of texts, as its source says. */
function membersOf(source: string, type: string): readonly string[] {
  const [, union = ''] = new RegExp(`export type ${type} =\\n?(.*?)\\n\\n`, 's').exec(source) ?? []
  return [...union.matchAll(/'([A-Z_]+)'/g)].map(([, code = '']) => code)
}
