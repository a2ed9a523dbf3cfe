import { describe, expect, test } from 'vitest'
import { type CommonSlip, commonSlips } from '#test/cli/break-everywhere.ts'
import { type PublicLayout, publicLayouts } from '#test/cli/public-layouts.ts'
import { runLint } from '../../domain/lint/run-lint.ts'

function codesIn(files: Readonly<Record<string, string>>): readonly string[] {
  const texts = new Map(Object.entries(files))
  return runLint({ texts, paths: new Set(texts.keys()), isWhole: true }).findings.map(({ code }) => code)
}

/** Every repository that has the slip in one of its documents, with where. */
function broken({ files }: PublicLayout, { make, isInPatches = false }: CommonSlip) {
  const chosen = Object.entries(files).filter(
    ([path]) => /-(?:patch|values)\.yaml$/.test(path) === isInPatches,
  )
  return chosen.flatMap(([path, text]) => {
    const documents = text.split('---\n')
    return documents.flatMap((document, index) => {
      const changed = make(document)
      if (changed === document) return []
      const after = documents.with(index, changed).join('---\n')
      return [{ where: `${path}, document ${index + 1}`, files: { ...files, [path]: after } }]
    })
  })
}

test.for(publicLayouts)('a repository with $name has no problems', ({ files }) => {
  expect(codesIn(files)).toEqual([])
})

describe.for(commonSlips)('$name', slip => {
  test('is found in every document of every layout, by the code that is meant', () => {
    const places = publicLayouts.flatMap(layout => broken(layout, slip))
    expect(places.length).toBeGreaterThan(0)
    const missed = places.flatMap(({ where, files }) => {
      const codes = codesIn(files)
      return codes.includes(slip.code)
        ? []
        : [`${where}: found ${[...new Set(codes)].join(', ') || 'nothing'}`]
    })
    expect(missed).toEqual([])
  })
})
