import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseValuePath, valuePathProblem } from './value-path.ts'

describe('The way to a value', () => {
  const cases = [
    { name: 'may be one key', given: 'outputs', want: ['outputs'] },
    { name: 'may lead into JSON', given: 'karpenter.queue_name', want: ['karpenter', 'queue_name'] },
    { name: 'may have dots in names', given: String.raw`values\.yaml.a\.b`, want: ['values.yaml', 'a.b'] },
    { name: 'may have backslashes in names', given: String.raw`a\\.b`, want: ['a\\', 'b'] },
    { name: 'may be any letters', given: 'größe.🚢', want: ['größe', '🚢'] },
  ]
  test.for(cases)('$name', ({ given, want }) => {
    expect(valuePathProblem(given)).toBeUndefined()
    expect(parseValuePath(given)).toEqual(want)
  })

  const wrong = ['', '.', 'a.', '.a', 'a..b', 'a\\', String.raw`a\b`, String.raw`a\\\b`]
  test.for(wrong)('may not be "%s"', given => expect(valuePathProblem(given)).toBeDefined())

  test('brings back the names that were written', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1 }), names => {
        const path = names.map(name => name.replaceAll(/[.\\]/g, String.raw`\$&`)).join('.')
        expect(valuePathProblem(path)).toBeUndefined()
        expect(parseValuePath(path)).toEqual(names)
      }),
    )
  })
})
