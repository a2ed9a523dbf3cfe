import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

describe('The way back after a login', () => {
  test.each([
    '/',
    '/c/prod/blue',
    '/?q=is%3Aheld&group=fitout',
    '/new?class=eks-v3',
    '/c/prod/blue/s/karpenter#why',
  ])('leads to the page %s', path => {
    expect(returnPath(path)).toBe(path)
  })

  const elsewhere = [
    undefined,
    '',
    'https://evil.example.com',
    '//evil.example.com',
    '///evil.example.com',
    '/\\evil.example.com',
    '\\\\evil.example.com',
    '/\t/evil.example.com',
    '/\n//evil.example.com',
    '/.//evil.example.com',
    '/x/..//evil.example.com',
    '/./\\evil.example.com',
    '/%2e//evil.example.com',
    '/c\\..\\..\\evil',
    'javascript:alert(1)',
    'c/prod/blue',
    ' /c/prod/blue',
    '@evil.example.com',
    '/api/v1/fleet',
    '/auth/login?next=/',
    '/x/../auth/login',
    '/x/../api/v1/me',
    `/${'a'.repeat(3000)}`,
  ]
  test.each(elsewhere)('leads to the first page instead of %j', asked => {
    expect(returnPath(asked)).toBe('/')
  })

  test('stays on the console, whatever is asked for', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '..',
      '.',
      '%2f',
      '%5c',
      '%2e',
      '\t',
      '\n',
      '@',
      ':',
      'evil.example.com',
      '?',
      '#',
      'a',
      'https:',
      '\u0000',
      '／',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        const path = returnPath(pieces.join(''))
        expect(new URL(path, 'https://fitout.example.com').origin).toBe('https://fitout.example.com')
        expect(path).toMatch(/^\/(?![/\\])/)
      }),
    )
  })
})
