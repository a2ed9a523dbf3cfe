import { describe, expect, test } from 'vitest'
import { isAddress, parseAddress } from './source-address.ts'

const digest = 'ab'.repeat(32)

describe('An address', () => {
  const cases = [
    {
      name: 'is fetched as it is',
      given: 'https://a.example/x.yaml',
      want: { path: 'https://a.example/x.yaml' },
    },
    {
      name: 'may pin a digest',
      given: `HTTPS://A.example:8443/x.yaml#sha256=${digest.toUpperCase()}`,
      want: { path: 'https://a.example:8443/x.yaml', sha256: digest },
    },
    {
      name: 'is shown without its query',
      given: 'https://a.example/x.yaml?token=hunter2',
      want: { path: 'https://a.example/x.yaml?…' },
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => {
      expect(isAddress(given)).toBe(true)
      expect(parseAddress(given)).toEqual({ ...want, url: new URL(given) })
    })
  }
})

describe('An address is refused', () => {
  const cases = [
    {
      name: 'without TLS',
      given: 'http://a.example/x.yaml',
      code: 'NOT_HTTPS',
      want: 'cannot fetch http://a.example/x.yaml: only https is supported',
    },
    {
      name: 'with another scheme',
      given: 'oci://a.example/x',
      code: 'NOT_HTTPS',
      want: 'cannot fetch oci://a.example/x: only https is supported',
    },
    {
      name: 'with a password, which is not shown',
      given: 'https://me:hunter2@a.example/x.yaml',
      code: 'CREDENTIALS_IN_ADDRESS',
      want: 'cannot fetch https://a.example/x.yaml: it contains a user or password; download it, and give the file',
    },
    {
      name: 'with a password and without TLS, which shows neither',
      given: 'http://hunter2@a.example/x.yaml',
      code: 'NOT_HTTPS',
      want: 'cannot fetch http://a.example/x.yaml: only https is supported',
    },
    {
      name: 'that is none',
      given: 'https://[::1/x.yaml?token=hunter2',
      code: 'BAD_ADDRESS',
      want: 'cannot fetch https://[::1/x.yaml: it is not a valid URL',
    },
    {
      name: 'that is none because of a password, which is not shown',
      given: 'https://me:hun/ter2@a.example/x.yaml',
      code: 'BAD_ADDRESS',
      want: 'cannot fetch a URL: it is not a valid URL',
    },
    {
      name: 'with a digest that is too short',
      given: 'https://a.example/x.yaml#sha256=abc',
      code: 'BAD_DIGEST',
      want: 'cannot fetch https://a.example/x.yaml: what follows # must be sha256= and 64 hex digits',
    },
  ]
  for (const { name, given, code, want } of cases) {
    test(name, () => {
      expect(isAddress(given)).toBe(true)
      expect(() => parseAddress(given)).toThrow(expect.objectContaining({ code, message: want }))
    })
  }
})

test('A path is no address', () => {
  const paths = ['x.yaml', './https:/x', 'C:\\x.yaml', '/https://a', '-', 'a b://c', '1https://a']
  expect(paths.filter(isAddress)).toEqual([])
})
