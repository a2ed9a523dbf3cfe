import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PlantError, type PlantedBug, plantBug } from './planted-bug.ts'
import { bugNamed, plantedBugs } from './planted-bugs.ts'

const root = resolve(import.meta.dirname, '../..')

describe('The planted bugs', () => {
  test('are 172, each with a number and a name of its own', () => {
    expect(plantedBugs.map(({ number }) => number)).toEqual(
      Array.from({ length: 172 }, (_, index) => index + 1),
    )
    expect(new Set(plantedBugs.map(({ id }) => id)).size).toBe(172)
  })

  test.for(plantedBugs.map(bug => [bug.id, bug] as const))('%s has its place in the code', ([, bug]) => {
    const source = readFileSync(resolve(root, bug.file), 'utf8')
    expect(plantBug(source, bug)).not.toBe(source)
  })

  test('are not known by other names', () => {
    expect(() => bugNamed('no-such-bug')).toThrow(
      new PlantError('UNKNOWN_BUG', 'no-such-bug', 'there is no such bug'),
    )
  })
})

describe('Planting', () => {
  const bug: PlantedBug = {
    number: 1,
    id: 'a-bug',
    sentence: 'Something goes wrong',
    file: 'some-file.ts',
    from: 'wait(1)',
    to: "wait('$&')",
    finder: { by: 'tests', file: 'some-file.test.ts' },
  }

  test('puts the bug in the place of the right text, letter by letter', () => {
    expect(plantBug('a\nwait(1)\nb', bug)).toBe("a\nwait('$&')\nb")
  })

  test.for([
    { name: 'is gone', source: 'wait(2)', places: 0 },
    { name: 'stands there twice', source: 'wait(1) wait(1)', places: 2 },
  ])('fails when the right text $name', ({ source, places }) => {
    const cause = `its text stands ${places} times in some-file.ts, and must stand once`
    expect(() => plantBug(source, bug)).toThrow(new PlantError('OUT_OF_DATE', 'a-bug', cause))
  })
})
