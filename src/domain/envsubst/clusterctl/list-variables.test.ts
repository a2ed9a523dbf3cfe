import { describe, expect, test } from 'vitest'
import { ClusterTemplate } from './cluster-template.ts'
import { listVariables } from './list-variables.ts'

const variablesIn = (text: string) => listVariables(new ClusterTemplate(text))

describe('listVariables', () => {
  const cases = [
    {
      name: 'sorts by name and lists each once',
      text: '${C} ${A} ${C:=x} ${B}',
      want: { A: undefined, B: undefined, C: undefined },
    },
    {
      name: 'reads names with the spaces of old templates',
      text: '${ A } ${B } ${\tC\n}',
      want: { A: undefined, B: undefined, C: undefined },
    },
    { name: 'takes the default of the first use', text: '${A:=1} ${A:-2} ${A}', want: { A: '1' } },
    { name: 'has no default for an empty one', text: '${A:=}', want: { A: undefined } },
    {
      name: 'writes variables of a default by their names only',
      text: '${A:=x${B:-y}z}',
      want: { A: 'x${B}z' },
    },
    { name: 'does not list what is used in defaults only', text: '${A=${B}}', want: { A: '${B}' } },
    {
      name: 'takes the arguments of every function for a default',
      text: '${A/x/y} ${B:1:2} ${C#v}',
      want: { A: 'xy', B: '12', C: 'v' },
    },
    {
      name: 'has no default for a length or a change of case',
      text: '${#A} ${B^^}',
      want: { A: undefined, B: undefined },
    },
    { name: 'does not list what is escaped', text: '$${A}', want: {} },
    { name: 'sorts as Go does: by code points', text: '${𐐀}${ﬀ}', want: { ﬀ: undefined, 𐐀: undefined } },
  ]
  for (const { name, text, want } of cases) {
    test(name, () => {
      const variables = variablesIn(text).map(({ name, fallback }) => [name, fallback])
      expect(variables).toEqual(Object.entries(want))
    })
  }

  test('says where a variable is first used, in the text as it was given', () => {
    expect(variablesIn('${ A }\n${ A } ${  B  } ${C}')).toEqual([
      { name: 'A', fallback: undefined, line: 1, column: 1, offset: 0 },
      { name: 'B', fallback: undefined, line: 2, column: 8, offset: 14 },
      { name: 'C', fallback: undefined, line: 2, column: 17, offset: 23 },
    ])
  })

  test('says where a template is wrong, in the text as it was given', () => {
    expect(() => variablesIn('${ A }\n${ B } ${BA$R}')).toThrow(
      expect.objectContaining({ code: 'MISSING_CLOSING_BRACE', line: 2, column: 8, offset: 14 }),
    )
  })
})
