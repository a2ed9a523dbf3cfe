import { describe, expect, test } from 'vitest'
import { cleanLine, cutText, quoteMessage } from './quote-message.ts'

describe('What an object says of itself is shown', () => {
  const cases = [
    { name: 'as it is if it is plain', given: 'Available: 0/1', want: 'Available: 0/1' },
    { name: 'on one line', given: ' a\n\tb\r\n c ', want: 'a b c' },
    {
      name: 'without colours and other commands',
      given: '\u001b[31mred\u001b[0m \u0007bell',
      want: 'red bell',
    },
    { name: 'without what turns text around', given: 'abc\u202edef', want: 'abc def' },
    { name: 'without halves of characters', given: 'a\ud800b', want: 'a b' },
    {
      name: 'without times, which would tick',
      given: 'since 2026-01-01T10:00:00.5Z, or 2026-01-01 10:00:00',
      want: 'since (time), or (time)',
    },
    {
      name: 'without how long something took this time',
      given: 'health check failed after 1m30.103927679s: timeout of 30s',
      want: 'health check failed after (duration): timeout of 30s',
    },
    {
      name: 'without the folder that a controller has made for this one try',
      given: 'stat /data/tmp/kustomization-1883596137/apps: no such file or directory',
      want: 'stat /tmp/apps: no such file or directory',
    },
    {
      name: 'without passwords',
      given: 'bad password=hunter2, token: abc',
      want: 'bad password=(hidden), token: (hidden)',
    },
    {
      name: 'without the user in an address',
      given: 'https://me:hunter2@example.com/x',
      want: 'https://(hidden)@example.com/x',
    },
    {
      name: 'without headers',
      given: 'Authorization: Bearer abcdefgh.ijkl',
      want: 'Authorization: Bearer (hidden)',
    },
    {
      name: 'without tokens',
      given: 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2ln end',
      want: 'got (a token) end',
    },
    {
      name: 'without access keys',
      given: 'key AKIAIOSFODNN7EXAMPLE is bad',
      want: 'key (an access key) is bad',
    },
    {
      name: 'without keys',
      given: 'x -----BEGIN RSA PRIVATE KEY-----\nabc',
      want: 'x (a key or certificate)',
    },
    {
      name: 'with the names of Secrets and keys, which are none',
      given: 'secrets "eks-connection" not found: key "token" is missing',
      want: 'secrets "eks-connection" not found: key "token" is missing',
    },
    { name: 'not longer than a line', given: 'x'.repeat(300), want: `${'x'.repeat(199)}…` },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(quoteMessage(given)).toBe(want))
  }
})

test('A cut does not halve a character', () => {
  expect(cutText('abc😀def', 5)).toBe('abc…')
  expect(cutText('abc😀def', 6)).toBe('abc😀…')
})

test('A huge text is not gone through', () => {
  expect(cleanLine('\n'.repeat(5_000_000), 10)).toBe('')
})
