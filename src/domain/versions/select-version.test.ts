import { describe, expect, test } from 'vitest'
import { parseRange } from './parse-range.ts'
import { selectChartVersion, selectOciChartVersion, selectOciTag, sortVersions } from './select-version.ts'

test('Versions are sorted newest first, and what is none is left out', () => {
  const given = ['1.2.0', 'latest', 'v1.10.0', '1.2', '1.9.0-rc.1', 'v1.2.0', '1.2.0+b']
  expect(sortVersions(given)).toEqual(['v1.10.0', '1.9.0-rc.1', '1.2.0', 'v1.2.0', '1.2.0+b'])
  expect(sortVersions(given, parseRange('<1.9'))).toEqual(['1.2.0', 'v1.2.0', '1.2.0+b'])
})

describe('From the index of a Helm repository comes', () => {
  const cases = [
    {
      name: 'the newest release, if nothing is asked',
      given: ['1.0.0', '1.2.0', '1.3.0-rc.1'],
      range: '',
      want: '1.2.0',
    },
    { name: 'the newest in the range', given: ['1.2.0', '1.10.0', '2.0.0'], range: '1.x', want: '1.10.0' },
    {
      name: 'a prerelease, if it is asked for',
      given: ['1.2.0', '1.3.0-rc.1'],
      range: '>=1-0',
      want: '1.3.0-rc.1',
    },
    {
      name: 'what is spelled like the range, before all else',
      given: ['1.2.9', '1.2'],
      range: '1.2',
      want: '1.2',
    },
    { name: 'no version of two numbers otherwise', given: ['1.2', '1.1.0'], range: '1', want: '1.1.0' },
    { name: 'the last of equal ones', given: ['1.0.0+b', '1.0.0+a'], range: '1', want: '1.0.0+a' },
  ]
  for (const { name, given, range, want } of cases) {
    test(name, () => {
      const entries = given.map(version => ({ version }))
      expect(selectChartVersion({ chart: 'web', entries, range })).toEqual({ version: want })
    })
  }

  test('the one created last, to the nanosecond and across time zones', () => {
    const entries = [
      { version: '1.0.0+a', created: '2026-01-01T12:00:00.000000002Z' },
      { version: '1.0.0+b', created: '2026-01-01T13:00:00.000000003+01:00' },
      { version: '1.0.0+c', created: '2026-01-01T10:00:00-02:00' },
      { version: '1.0.0+d' },
      { version: '0.9.0', created: '2027-01-01T12:00:00Z' },
    ]
    expect(selectChartVersion({ chart: 'web', entries, range: '*' }).version).toBe('1.0.0+b')
  })

  test('nothing, if nothing fits', () => {
    expect(() => selectChartVersion({ chart: 'web', entries: [{ version: '1.0.0' }], range: '>1' })).toThrow(
      expect.objectContaining({
        code: 'NO_MATCHING_VERSION',
        message: expect.stringContaining("no 'web' chart with version matching '>1' found"),
      }),
    )
  })

  test('nothing by a name that is no version', () => {
    expect(() =>
      selectChartVersion({ chart: 'web', entries: [{ version: 'latest' }], range: 'latest' }),
    ).toThrow(expect.objectContaining({ code: 'INVALID_RANGE' }))
  })
})

describe('From the tags of an OCI artifact comes', () => {
  const tags = ['latest', '1.2.0', '1.3.0-rc.1', '1.3.0_build.7', '1.3.0', 'v1.2.5']

  test('the newest in the range', () => {
    expect(selectOciTag({ tags, range: '>=1', content: 'manifests' })).toBe('1.3.0')
  })

  test('for a chart also what has an underscore for the plus sign, first come first served', () => {
    expect(selectOciTag({ tags, range: '>=1', content: 'chart' })).toBe('1.3.0_build.7')
  })

  test('only what the filter lets through', () => {
    expect(selectOciTag({ tags, range: '>=1-0', filter: isCandidate, content: 'chart' })).toBe('1.3.0-rc.1')
  })

  test('nothing, if nothing fits', () => {
    expect(() => selectOciTag({ tags, range: '>2', content: 'chart' })).toThrow(
      expect.objectContaining({ message: expect.stringContaining('no match found for semver: >2') }),
    )
  })
})

describe('From the tags of an OCI chart comes', () => {
  const cases = [
    { name: 'a full version, tagged or not', range: '9.9.9', want: '9.9.9' },
    { name: 'a tag that is spelled like the range', range: 'latest', want: 'latest' },
    { name: 'the newest release, if nothing is asked', range: '', want: 'v1.10.0' },
    { name: 'the newest in the range', range: '~1.2', want: '1.2.5' },
  ]
  for (const { name, range, want } of cases) {
    test(name, () => {
      expect(selectOciChartVersion(['latest', '1.2.5', 'v1.10.0', '2.0.0-rc.1'], range)).toBe(want)
    })
  }

  test('nothing, if nothing fits', () => {
    expect(() => selectOciChartVersion(['1.0.0'], '>1')).toThrow(
      expect.objectContaining({ code: 'NO_MATCHING_VERSION' }),
    )
  })
})

function isCandidate(tag: string): boolean {
  return tag.includes('rc')
}
