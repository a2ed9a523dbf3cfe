import { describe, expect, test } from 'vitest'
import { readCookie, removeCookie, writeCookie } from './cookie.ts'

describe('A cookie', () => {
  const cases: readonly {
    readonly name: string
    readonly header: string | undefined
    readonly want: string | undefined
  }[] = [
    { name: 'is absent without cookies', header: undefined, want: undefined },
    { name: 'is found among others', header: 'theme=dark; __Host-fitout=abc; x=y', want: 'abc' },
    { name: 'is not one whose name ends alike', header: 'x__Host-fitout=abc', want: undefined },
    { name: 'is not one whose name begins alike', header: '__Host-fitout-login=abc', want: undefined },
    { name: 'is absent when it is empty', header: '__Host-fitout=', want: undefined },
    { name: 'is absent when it is sent twice', header: '__Host-fitout=a; __Host-fitout=b', want: undefined },
    {
      name: 'is absent in a header that is too long',
      header: `__Host-fitout=a; ${'x'.repeat(20_000)}`,
      want: undefined,
    },
  ]
  test.each(cases)('$name', ({ header, want }) => {
    expect(readCookie(header, '__Host-fitout')).toBe(want)
  })

  test('is for this host alone, for https alone, and not for scripts', () => {
    expect(writeCookie('__Host-fitout', 'abc', { seconds: 60, sameSite: 'Strict' })).toBe(
      '__Host-fitout=abc; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Strict',
    )
  })

  test('is removed as it was set', () => {
    expect(removeCookie('__Host-fitout')).toBe(
      '__Host-fitout=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict',
    )
  })
})
