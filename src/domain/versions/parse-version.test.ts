import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFluxVersion, parseStrictVersion, parseVersion } from './parse-version.ts'
import { VersionError } from './version-error.ts'
import type { Version } from './version.ts'

describe('Helm reads as a version', () => {
  const cases = [
    { given: '1.2.3', want: '1.2.3' },
    { given: 'v1', want: '1.0.0' },
    { given: '1.2-rc.1', want: '1.2.0-rc.1' },
    { given: '2025.07.03', want: '2025.7.3' },
    { given: '1.2.3-x.7.z-9+k3s1.001', want: '1.2.3-x.7.z-9+k3s1.001' },
    { given: '18446744073709551615.0.0', want: '18446744073709551615.0.0' },
  ]
  for (const { given, want } of cases) {
    test(given, () => {
      expect(inFull(parseVersion(given))).toBe(want)
      expect(parseVersion(given).original).toBe(given)
    })
  }
})

describe('Helm does not read as a version', () => {
  const cases = [
    { given: '', cause: 'invalid semantic version' },
    { given: 'latest', cause: 'invalid semantic version' },
    { given: 'V1.2.3', cause: 'invalid semantic version' },
    { given: '1.2.3.4', cause: 'invalid semantic version' },
    { given: '1.2.3-', cause: 'invalid semantic version' },
    { given: '1.2.3+a..b', cause: 'invalid semantic version' },
    { given: '1.2.3\n', cause: 'invalid semantic version' },
    { given: '1.2.3-rc.01', cause: 'version segment starts with 0' },
    {
      given: '1.18446744073709551616',
      cause:
        'error parsing version segment: strconv.ParseUint: parsing "18446744073709551616": value out of range',
    },
  ]
  for (const { given, cause } of cases) {
    test(JSON.stringify(given), () => {
      const message = expect.stringContaining(cause)
      expect(() => parseVersion(given)).toThrow(expect.objectContaining({ code: 'INVALID_VERSION', message }))
    })
  }

  test('what is longer than 256 bytes', () => {
    expect(() => parseVersion(`1.2.3-${'a'.repeat(251)}`)).toThrow(
      expect.objectContaining({ code: 'VERSION_TOO_LONG' }),
    )
    expect(parseVersion(`1.2.3-${'a'.repeat(250)}`).major).toBe(1n)
  })
})

describe('Flux wants three numbers', () => {
  for (const given of ['1.2.3', 'v1.2.3-rc.1', '2025.07.03', '1.2-rc.1']) {
    // The third part of 1.2-rc.1 is a part of its prerelease: Flux only counts the dots.
    test(`and finds them in ${given}`, () => expect(parseFluxVersion(given).original).toBe(given))
  }
  for (const given of ['v1', '1.2', '1.2-rc']) {
    test(`and not in ${given}`, () => {
      expect(() => parseFluxVersion(given)).toThrow(expect.objectContaining({ code: 'INVALID_VERSION' }))
    })
  }
})

describe('The standard refuses', () => {
  const cases = [
    { given: '', cause: 'version string empty' },
    { given: '1.2', cause: 'invalid semantic version' },
    { given: 'v1.2.3', cause: 'invalid characters in version' },
    { given: '1.02.3', cause: 'version segment starts with 0' },
    { given: '1..3', cause: 'parsing "": invalid syntax' },
    { given: '1.2.18446744073709551616', cause: 'value out of range' },
    { given: '1.2.3-', cause: 'invalid prerelease string' },
    { given: '1.2.3-a_b', cause: 'invalid prerelease string' },
    { given: '1.2.3-00', cause: 'version segment starts with 0' },
    { given: '1.2.3+', cause: 'invalid metadata string' },
    { given: '1.2.3+a+b', cause: 'invalid metadata string' },
  ]
  for (const { given, cause } of cases) {
    test(JSON.stringify(given), () => {
      expect(() => parseStrictVersion(given)).toThrow(
        expect.objectContaining({ message: expect.stringContaining(cause) }),
      )
    })
  }

  test('but not a full version', () => {
    expect(parseStrictVersion('1.2.3-a-b.0+00')).toMatchObject({
      minor: 2n,
      prerelease: 'a-b.0',
      metadata: '00',
    })
  })
})

test('Any text is read or refused', () => {
  const piece = fc.constantFrom('1', '0', '.', '-', '+', 'v', 'rc', '99999999999999999999', ' ')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map(pieces => pieces.join('')),
      ),
      given => {
        for (const parse of [parseVersion, parseFluxVersion, parseStrictVersion]) {
          expect(isReadOrRefused(() => parse(given))).toBe(true)
        }
      },
    ),
  )
})

function isReadOrRefused(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    return error instanceof VersionError
  }
}

/** Three numbers, no `v`, and the rest. */
function inFull({ major, minor, patch, prerelease, metadata }: Version): string {
  const dash = prerelease === '' ? '' : `-${prerelease}`
  const plus = metadata === '' ? '' : `+${metadata}`
  return `${major}.${minor}.${patch}${dash}${plus}`
}
