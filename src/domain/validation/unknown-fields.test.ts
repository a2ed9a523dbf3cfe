import { expect, test } from 'vitest'
import { lintFitout } from './read-fitout.ts'
import { aFitout, aStep } from '#test/domain/sample-fitout.ts'

test('Every unknown field is reported, and the first hundred are told what was meant', () => {
  const fields = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`spec${index}`, 1]))
  const problems = lintFitout({ ...aFitout([aStep('cni')]), ...fields })
  expect(problems.map(({ code }) => code)).toEqual(Array.from({ length: 500 }, () => 'UNKNOWN_FIELD'))
  expect(problems.map(({ message }) => message.includes('did you mean spec?')).lastIndexOf(true)).toBe(99)
})
