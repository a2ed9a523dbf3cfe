import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EnvsubstError } from '../envsubst-error.ts'
import { lookupIn } from '../expand.ts'
import { processTemplate } from './process-template.ts'

function process(text: string, vars: Record<string, string> = {}) {
  return processTemplate(text, lookupIn(vars))
}

describe('processTemplate', () => {
  const cases = [
    {
      name: 'fills variables, with and without spaces',
      text: '${ A }${A }${ A}${A}',
      vars: { A: 'x' },
      want: 'xxxx',
    },
    { name: 'keeps other spaces', text: '\\\\ ${A:- b }', vars: {}, want: '\\\\  b ' },
    {
      name: 'takes the default for an empty value',
      text: '${A=1}${A:=2}${A:-3}',
      vars: { A: '' },
      want: '123',
    },
    { name: 'lets a variable be empty that has no default', text: '[${A}]', vars: { A: '' }, want: '[]' },
    { name: 'does not miss a variable that only a default uses', text: '[${A:=${B}}]', vars: {}, want: '[]' },
    {
      name: 'does not miss a variable whose function has arguments',
      text: '[${A/x/y}]',
      vars: {},
      want: '[]',
    },
    { name: 'drops the spaces of an escaped expression', text: '$${ A }', vars: {}, want: '${A}' },
    { name: 'does not read values again', text: '${A}', vars: { A: '${ B }' }, want: '${ B }' },
  ]
  for (const { name, text, vars, want } of cases) {
    test(name, () => expect(process(text, vars)).toEqual({ ok: true, text: want }))
  }

  test('names all that is missing, sorted, with the first place', () => {
    expect(process('${B}\n${ A } ${B} ${C} ${D:=1}', { C: 'x' })).toMatchObject({
      ok: false,
      missing: [
        { name: 'A', line: 2, column: 1 },
        { name: 'B', line: 1, column: 1 },
      ],
    })
  })

  test('says that clusterctl would crash on a length below zero, and where', () => {
    expect(() => process('${ A }\n${A:1:-1}', { A: 'abc' })).toThrow(
      expect.objectContaining({ code: 'UPSTREAM_CRASH', line: 2, column: 1, offset: 7 }),
    )
  })

  test('returns a result or throws an EnvsubstError, for any text', () => {
    const pieces = ['${', ' ', '}', 'A', '\n', ':=', '$', 'é', ':1:-1', '${ A }', '\0']
    const text = fc.array(fc.constantFrom(...pieces)).map(all => all.join(''))
    fc.assert(
      fc.property(text, text => {
        expect(outcomeOf(() => process(text, { A: 'é' }))).toBe('expected')
      }),
      { numRuns: 200 },
    )
  })
})

function outcomeOf(work: () => unknown): unknown {
  try {
    work()
    return 'expected'
  } catch (error) {
    return error instanceof EnvsubstError ? 'expected' : error
  }
}
