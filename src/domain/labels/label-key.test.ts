import { describe, expect, test } from 'vitest'
import { labelKeyProblems, labelValueProblems } from './label-key.ts'

const form = 'must start and end with an alphanumeric character'

describe('A label key', () => {
  const cases = [
    { name: 'may be a plain name', given: 'tier', want: [] },
    { name: 'may be a number', given: '42', want: [] },
    { name: 'may have a domain in front', given: 'fitout.dev/Add_On.v1', want: [] },
    { name: 'may have a name of 63 letters', given: `a.b/${'n'.repeat(63)}`, want: [] },
    {
      name: 'may not have a name of 64 letters',
      given: 'n'.repeat(64),
      want: ['name part must be no more than 63 bytes'],
    },
    { name: 'may not be empty', given: '', want: ['name part must be non-empty', `name part must consist`] },
    {
      name: 'may not end after the slash',
      given: 'a/',
      want: ['name part must be non-empty', `name part must consist`],
    },
    { name: 'may not begin with the slash', given: '/a', want: ['prefix part must be non-empty'] },
    { name: 'may not have two slashes', given: 'a/b/c', want: ['a valid label key must consist'] },
    { name: 'may not begin with a dash', given: '-a', want: [form] },
    { name: 'may not end with a dot', given: 'a.', want: [form] },
    {
      name: 'may not have capitals in the domain',
      given: 'Fitout.dev/a',
      want: ['prefix part a lowercase RFC 1123'],
    },
    {
      name: 'may not have a long domain',
      given: `${'d'.repeat(254)}/a`,
      want: ['prefix part must be no more than 253 bytes'],
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(labelKeyProblems(given)).toEqual(want.map(part => expect.stringContaining(part))))
  }
})

describe('A label value', () => {
  const cases = [
    { name: 'may be empty', given: '', want: [] },
    { name: 'may hold dots, dashes and underscores', given: 'v1.2_3-rc', want: [] },
    { name: 'may be 63 letters', given: 'v'.repeat(63), want: [] },
    { name: 'may not be 64 letters', given: 'v'.repeat(64), want: ['must be no more than 63 bytes'] },
    { name: 'is measured in bytes', given: 'ä'.repeat(32), want: ['must be no more than 63 bytes', form] },
    { name: 'may not hold a space', given: 'a b', want: [form] },
    { name: 'may not end with a line break', given: 'a\n', want: [form] },
    { name: 'may not be a dash', given: '-', want: [form] },
  ]
  for (const { name, given, want } of cases) {
    test(name, () =>
      expect(labelValueProblems(given)).toEqual(want.map(part => expect.stringContaining(part))),
    )
  }
})
