import { describe, expect, test } from 'vitest'
import { scanVariables } from './scan-variables.ts'

describe('scanVariables', () => {
  test('lists every use with its place, what is done with it, and its default', () => {
    expect(scanVariables('a: ${one}\r\nb: ${two:=x ${three}}\n  ${#four} $${no}')).toEqual([
      {
        name: 'one',
        operator: 'value',
        fallback: undefined,
        isRequired: true,
        line: 1,
        column: 4,
        offset: 3,
        end: 9,
      },
      {
        name: 'two',
        operator: ':=',
        fallback: 'x ${three}',
        isRequired: false,
        line: 2,
        column: 4,
        offset: 14,
        end: 32,
      },
      {
        name: 'three',
        operator: 'value',
        fallback: undefined,
        isRequired: true,
        line: 2,
        column: 13,
        offset: 23,
        end: 31,
      },
      {
        name: 'four',
        operator: 'length',
        fallback: undefined,
        isRequired: true,
        line: 3,
        column: 3,
        offset: 35,
        end: 43,
      },
    ])
  })

  test('names operators as they are written', () => {
    const signs = [',', ',,', '^', '^^', ',^', '^,']
    const withArgument = ['=', ':=', ':-', ':?', ':+', ':', '#', '##', '%', '%%']
    const withTwo = ['/', '//', '/#', '/%']
    const text = [
      signs.map(sign => `\${a${sign}}`),
      withArgument.map(sign => `\${a${sign}1}`),
      withTwo.map(sign => `\${a${sign}x/y}`),
    ]
    const operators = scanVariables(text.flat().join('')).map(use => use.operator)
    expect(operators).toEqual([...signs, ...withArgument, ...withTwo])
  })

  test('tells an empty default from none', () => {
    expect(scanVariables('${a:=}${a}').map(use => use.fallback)).toEqual(['', undefined])
  })
})
