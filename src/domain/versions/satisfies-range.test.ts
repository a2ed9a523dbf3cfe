import { describe, expect, test } from 'vitest'
import { parseRange } from './parse-range.ts'
import { parseVersion } from './parse-version.ts'
import { satisfiesRange } from './satisfies-range.ts'

interface Case {
  readonly range: string
  readonly holds: string
  readonly lacks: string
}

describe('A range holds what it says', () => {
  check([
    { range: '1.2.3', holds: 'v1.2.3 1.2.3+build', lacks: '1.2.4 1.2.3-rc.1' },
    { range: '=1.2.3-rc.1', holds: '1.2.3-rc.1', lacks: '1.2.3' },
    { range: '!=1.2.3', holds: '1.2.4', lacks: '1.2.3 1.2.4-rc.1' },
    { range: '>1.2.3', holds: '1.2.4 2.0.0', lacks: '1.2.3 1.2.2' },
    { range: '<1.2.3', holds: '1.2.2', lacks: '1.2.3' },
    { range: '>=1.2.3', holds: '1.2.3', lacks: '1.2.2' },
    { range: '=>1.2.3', holds: '1.2.3', lacks: '1.2.2' },
    { range: '<=1.2.3', holds: '1.2.3', lacks: '1.2.4' },
    { range: '=<1.2.3', holds: '1.2.3', lacks: '1.2.4' },
    { range: '~1.2.3', holds: '1.2.3 1.2.9', lacks: '1.2.2 1.3.0' },
    { range: '~>1.2.3', holds: '1.2.9', lacks: '1.3.0' },
    { range: '^1.2.3', holds: '1.2.3 1.9.0', lacks: '1.2.2 2.0.0' },
    { range: '^0.2.3', holds: '0.2.3 0.2.9', lacks: '0.2.2 0.3.0 1.0.0' },
    { range: '^0.0.3', holds: '0.0.3', lacks: '0.0.4 0.0.2 0.1.0' },
  ])
})

describe('A range leaves numbers open', () => {
  check([
    { range: '*', holds: '0.0.0 9.9.9', lacks: '1.0.0-rc.1' },
    { range: '1', holds: '1.0.0 1.9.9', lacks: '2.0.0 0.9.0' },
    { range: '1.x', holds: '1.9.9', lacks: '2.0.0' },
    { range: '1.X.7', holds: '1.0.0', lacks: '2.0.0' },
    { range: '=1.2', holds: '1.2.0 1.2.9', lacks: '1.3.0' },
    { range: '!=1.2', holds: '1.3.0 2.2.0', lacks: '1.2.0 1.2.9' },
    { range: '!=1', holds: '2.0.0', lacks: '1.0.0 1.9.0' },
    { range: '!=*', holds: '0.0.1 1.0.0', lacks: '0.0.0' },
    { range: '>1', holds: '2.0.0', lacks: '1.0.1 1.9.9' },
    { range: '>1.2', holds: '1.3.0', lacks: '1.2.1' },
    { range: '>*', holds: '0.0.1', lacks: '0.0.0' },
    { range: '<=1', holds: '1.9.9 0.1.0', lacks: '2.0.0' },
    { range: '<=1.2', holds: '1.2.9', lacks: '1.3.0' },
    { range: '<1.2', holds: '1.1.9', lacks: '1.2.0' },
    { range: '~1', holds: '1.9.9', lacks: '2.0.0' },
    { range: '~1.2', holds: '1.2.9', lacks: '1.3.0' },
    { range: '~*', holds: '7.0.0', lacks: '' },
    { range: '^1', holds: '1.9.9', lacks: '2.0.0' },
    { range: '^0', holds: '0.9.9', lacks: '1.0.0' },
    { range: '^0.0', holds: '0.0.9', lacks: '0.1.0' },
    { range: '^0.2', holds: '0.2.9', lacks: '0.3.0' },
  ])
})

describe('A range surprises, as it does in Helm and Flux', () => {
  check([
    { range: '~0.0.0', holds: '9.9.9', lacks: '' },
    { range: '^*', holds: '0.0.0', lacks: '0.0.1 1.0.0' },
    { range: '<=*', holds: '0.0.9', lacks: '0.1.0 1.0.0' },
    { range: '1||2 - 3', holds: '1.5.0 9.0.0 2.5.0', lacks: '0.9.0' },
    { range: '!=1.2-rc', holds: '1.2.0 1.2.0-rc.1', lacks: '1.2.9-rc' },
  ])
})

describe('A range asks for prereleases by naming one', () => {
  check([
    { range: '>=1.0.0', holds: '1.0.0', lacks: '1.1.0-rc.1' },
    { range: '>=1.0.0-0', holds: '1.0.0-0 1.1.0-rc.1', lacks: '0.9.0' },
    { range: '>=0-0', holds: '0.0.0-0 9.9.9-rc', lacks: '' },
    { range: '*-0', holds: '2.0.0-rc.1 2.0.0', lacks: '' },
    { range: '>=1.0.0-0 <2.0.0', holds: '2.0.0-rc.1', lacks: '2.0.0' },
    { range: '<1.0.0-rc.1 || >=2', holds: '0.9.0-a 2.0.0', lacks: '2.1.0-rc.1' },
    { range: '~1.2.3-rc.2', holds: '1.2.3-rc.2 1.2.4-a', lacks: '1.2.3-rc.1' },
    { range: '^1.2.3-rc.2', holds: '1.2.3-rc.10 1.9.0-a', lacks: '1.2.3-rc.1 2.0.0' },
  ])

  test('unless all are taken without being asked for', () => {
    expect(satisfiesRange(parseVersion('1.1.0-rc.1'), parseRange('>=1.0.0'), 'all')).toBe(true)
  })
})

describe('A range joins', () => {
  check([
    { range: '>=1.2 <2', holds: '1.2.0', lacks: '2.0.0' },
    { range: '>=1.2, <2,!=1.5.0', holds: '1.4.0', lacks: '1.5.0' },
    { range: ' >= 1.2 , < 2 ', holds: '1.9.0', lacks: '2.0.0' },
    { range: '<1||>=2', holds: '0.1.0 2.0.0', lacks: '1.0.0' },
    { range: '1.2 - 2.3', holds: '1.2.0 2.3.9', lacks: '1.1.9 2.4.0' },
    { range: '1.2.3 - 2.3.4', holds: '1.2.3 2.3.4', lacks: '2.3.5' },
    { range: '1 - 2 || 4 - 5', holds: '2.9.9 4.0.0', lacks: '3.0.0 6.0.0' },
    { range: '1 - 3 !=2.0.0', holds: '2.0.1', lacks: '2.0.0' },
    { range: '1.2-3', holds: '1.2.0-3 1.2.9-4', lacks: '1.2.0-2 1.3.0' },
  ])
})

function check(cases: readonly Case[]): void {
  for (const { range, holds, lacks } of cases) {
    test(`"${range}" holds ${holds}${lacks && ` and not ${lacks}`}`, () => {
      expect(within(range, `${holds} ${lacks}`)).toEqual(holds.split(' '))
    })
  }
}

function within(range: string, versions: string): readonly string[] {
  const wanted = parseRange(range)
  return versions.split(' ').filter(text => text !== '' && satisfiesRange(parseVersion(text), wanted))
}
