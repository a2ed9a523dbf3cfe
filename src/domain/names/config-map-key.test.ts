import { expect, test } from 'vitest'
import { configMapKeyProblems } from './config-map-key.ts'

const cases = [
  { name: 'a file name', given: 'values.yaml', want: [] },
  { name: 'capitals, underscores and a leading dot', given: '.A_b-9', want: [] },
  { name: 'two dots further on', given: 'a..b', want: [] },
  { name: 'nothing', given: '', want: ['must consist of alphanumeric'] },
  { name: 'a slash', given: 'a/b', want: ['must consist of alphanumeric'] },
  { name: 'one dot alone', given: '.', want: ["must not be '.'"] },
  { name: 'two dots alone', given: '..', want: ["must not be '..'"] },
  { name: 'two dots at the start', given: '..a', want: ["must not start with '..'"] },
  { name: 'too many letters', given: 'k'.repeat(254), want: ['no more than 253 characters'] },
]
for (const { name, given, want } of cases) {
  test(`A key of ${name} has ${want.length || 'no'} problems`, () => {
    expect(configMapKeyProblems(given)).toEqual(want.map(part => expect.stringContaining(part)))
  })
}
