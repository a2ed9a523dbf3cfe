import { describe, expect, test } from 'vitest'
import { dns1123LabelProblems, dns1123SubdomainProblems } from './dns-name.ts'

interface Case {
  readonly given: string
  /** A part of every problem, in order. */
  readonly want: readonly string[]
}

const rfc1123 = 'must start and end with an alphanumeric character'

describe('The name of a namespace', () => {
  const cases: readonly Case[] = [
    { given: 'team-a', want: [] },
    { given: '7', want: [] },
    { given: 'n'.repeat(63), want: [] },
    { given: 'n'.repeat(64), want: ['no more than 63 characters'] },
    { given: '', want: [rfc1123] },
    { given: '-a', want: [rfc1123] },
    { given: 'a-', want: [rfc1123] },
    { given: 'Team', want: [rfc1123] },
    { given: 'a\n', want: [rfc1123] },
    { given: 'a.b', want: ['must not contain dots'] },
    { given: 'ü'.repeat(32), want: ['no more than 63 characters', rfc1123] },
  ]
  check(cases, dns1123LabelProblems)
})

describe('The name of an object', () => {
  const cases: readonly Case[] = [
    { given: 'cilium.kube-system', want: [] },
    { given: `${'a.'.repeat(126)}a`, want: [] },
    { given: `${'a.'.repeat(126)}ab`, want: ['no more than 253 characters'] },
    { given: 'a..b', want: ["'-' or '.'"] },
    { given: 'a.', want: ["'-' or '.'"] },
    { given: 'a.-b', want: ["'-' or '.'"] },
    { given: 'a_b', want: ["'-' or '.'"] },
  ]
  check(cases, dns1123SubdomainProblems)
})

test('A problem ends with examples and the pattern', () => {
  expect(dns1123LabelProblems('-')).toEqual([
    expect.stringMatching(/ \(e\.g\. 'my-name', {2}or '123-abc', regex used for validation is '.+'\)$/),
  ])
})

function check(cases: readonly Case[], problems: (name: string) => readonly string[]): void {
  for (const { given, want } of cases) {
    const name = given.length > 20 ? `${given.slice(0, 20)}… (${given.length} letters)` : given
    test(`${JSON.stringify(name)} has ${want.length || 'no'} problems`, () => {
      expect(problems(given)).toEqual(want.map(part => expect.stringContaining(part)))
    })
  }
}
