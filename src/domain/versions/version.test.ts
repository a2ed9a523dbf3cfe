import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseVersion } from './parse-version.ts'
import { compareVersions } from './version.ts'

test('Versions are ordered number by number, and a prerelease stands before its release', () => {
  const ascending = [
    '0.9.9',
    '1.0.0-0',
    '1.0.0-2',
    '1.0.0-10',
    '1.0.0--1',
    // Too long for 64 bits, so it counts as a word.
    '1.0.0-18446744073709551616',
    '1.0.0-RC',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-rc',
    '1.0.0',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '18446744073709551615.0.0',
  ]
  const versions = ascending.map(parseVersion)
  for (const [a, older] of versions.entries()) {
    for (const [b, newer] of versions.entries()) expect(compareVersions(older, newer)).toBe(Math.sign(a - b))
  }
})

test('Metadata, zeros and missing numbers do not count', () => {
  expect(compareVersions(parseVersion('v1.2+a'), parseVersion('01.2.0+b'))).toBe(0)
})

test('The order of prereleases turns round when they are exchanged', () => {
  const part = fc.oneof(fc.nat({ max: 20 }).map(String), fc.constantFrom('a', 'b', 'A', '-', '-1'))
  const version = fc
    .array(part, { minLength: 1, maxLength: 4 })
    .map(parts => parseVersion(`1.0.0-${parts.join('.')}`))
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(compareVersions(a, b) + compareVersions(b, a)).toBe(0)
    }),
  )
})
