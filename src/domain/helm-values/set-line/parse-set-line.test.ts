import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HelmValues } from '../copy-values.ts'
import type { SetMode } from './dialect.ts'
import { parseSetLine } from './parse-set-line.ts'

interface Case {
  readonly name: string
  readonly given: string
  readonly mode?: SetMode
  readonly values?: HelmValues
  readonly want: HelmValues
}

function hold(cases: readonly Case[]): void {
  for (const { name, given, mode = 'set', values, want } of cases) {
    test(name, () => expect(parseSetLine(given, mode, values)).toStrictEqual(want))
  }
}

describe('a line of --set', () => {
  hold([
    { name: 'sets nothing when it is empty', given: '', want: {} },
    { name: 'sets several names', given: 'image=nginx,port=80', want: { image: 'nginx', port: 80 } },
    { name: 'goes below a name at a dot', given: 'a.b.c=x', want: { a: { b: { c: 'x' } } } },
    { name: 'keeps a dot behind a backslash', given: String.raw`a.b\.c/d=x`, want: { a: { 'b.c/d': 'x' } } },
    { name: 'keeps a comma behind a backslash', given: String.raw`a=x\,y,b=z`, want: { a: 'x,y', b: 'z' } },
    { name: 'drops a lone backslash, and one at the end', given: 'a=x\\y\\', want: { a: 'xy' } },
    { name: 'makes one backslash of two', given: String.raw`a=x\\y`, want: { a: String.raw`x\y` } },
    { name: 'keeps further equals signs', given: 'a=b=c', want: { a: 'b=c' } },
    { name: 'keeps spaces, in names too', given: 'a b= c', want: { 'a b': ' c' } },
    { name: 'takes an empty value for empty text', given: 'a=,b=', want: { a: '', b: '' } },
    {
      name: 'reads a list in braces, item by item',
      given: 'a={x,1,true,null,1.5}',
      want: { a: ['x', 1, true, null, '1.5'] },
    },
    {
      name: 'keeps a comma and a brace in an item behind a backslash',
      given: String.raw`a={x\,\}y}`,
      want: { a: ['x,}y'] },
    },
    {
      name: 'sets an item by index and fills the gap with null',
      given: 'a[2]=x',
      want: { a: [null, null, 'x'] },
    },
    { name: 'sets items of lists in lists', given: 'a[1][0]=x', want: { a: [null, ['x']] } },
    { name: 'sets names below items', given: 'a[0].b=1,a[0].c=2', want: { a: [{ b: 1, c: 2 }] } },
    { name: 'sets a list as an item', given: 'a[0]={x,y}', want: { a: [['x', 'y']] } },
    { name: 'lets the last assignment win', given: 'a.b=1,a.b=2', want: { a: { b: 2 } } },
    { name: 'leaves quotes alone', given: `a="1",b='x'`, want: { a: '"1"', b: "'x'" } },
    {
      name: 'keeps __proto__ as a key',
      given: '__proto__.a=1',
      want: { ['__proto__']: { a: 1 } },
    },
    {
      name: 'does not take inherited names for values',
      given: 'toString.a=1',
      want: { ['toString']: { a: 1 } },
    },
  ])
})

describe('a line of --set copies what is odd about Helm:', () => {
  hold([
    { name: 'an empty name is not set', given: '=x,.a=1,[0]=y,b=2', want: { b: 2 } },
    { name: 'empty braces are a list with one empty text', given: 'a={}', want: { a: [''] } },
    {
      name: 'a brace ends a list, with or without a comma behind it',
      given: 'a={x}b=1',
      want: { a: ['x'], b: 1 },
    },
    { name: 'an index that is not closed ends the line', given: 'a=1,b[', want: { a: 1 } },
    { name: 'an item without a value leaves an empty list', given: 'a[0]', want: { a: [] } },
    { name: 'an empty value at the end, below an item, is dropped', given: 'a[0].b=', want: { a: [] } },
    { name: 'an empty value that is an item is not dropped', given: 'a[0]=', want: { a: [''] } },
    { name: 'a dot at the end sets nothing', given: 'a.', want: {} },
    { name: 'an index may have a sign and zeros', given: 'a[+01]=x', want: { a: [null, 'x'] } },
    { name: 'an index may be escaped', given: String.raw`a[\1]=x`, want: { a: [null, 'x'] } },
    { name: 'old letters that fold to new ones make a boolean', given: 'a=FAL\u017fE', want: { a: false } },
  ])
})

describe('into values that are there already, --set', () => {
  hold([
    {
      name: 'keeps what it does not name',
      given: 'a.b=1',
      values: { a: { b: 0, c: 2 }, d: 3 },
      want: { a: { b: 1, c: 2 }, d: 3 },
    },
    {
      name: 'changes one item of a list',
      given: 'a[1]=z',
      values: { a: ['p', 'q', 'r'] },
      want: { a: ['p', 'z', 'r'] },
    },
    {
      name: 'makes a map of an item that is none',
      given: 'a[0].k=v',
      values: { a: ['p', 'q'] },
      want: { a: [{ k: 'v' }, 'q'] },
    },
    {
      name: 'makes a list of an item that is null',
      given: 'a[0][0]=v',
      values: { a: [null] },
      want: { a: [['v']] },
    },
    {
      name: 'empties an item below which the line ends',
      given: 'a[0].b=',
      values: { a: ['p', 'q'] },
      want: { a: [{ b: '' }, 'q'] },
    },
    { name: 'replaces a map as a whole', given: 'a=1', values: { a: { b: 1 } }, want: { a: 1 } },
  ])

  test('leaves the given values as they are', () => {
    const given = { a: { list: [1, { b: 2 }] } }
    parseSetLine('a.list[0]=9,a.list[1].b=9,a.list[5]=9', 'set', given)
    expect(given).toStrictEqual({ a: { list: [1, { b: 2 }] } })
  })
})

describe('a line of --set-string', () => {
  hold([
    {
      name: 'makes text of everything',
      mode: 'set-string',
      given: 'a=1,b=true,c=null',
      want: { a: '1', b: 'true', c: 'null' },
    },
    {
      name: 'still makes lists, of text',
      mode: 'set-string',
      given: 'a={1,true}',
      want: { a: ['1', 'true'] },
    },
    { name: 'still takes backslashes', mode: 'set-string', given: String.raw`a=x\,1`, want: { a: 'x,1' } },
  ])
})

describe('a line of --set-json', () => {
  hold([
    {
      name: 'reads JSON behind each equals sign',
      mode: 'set-json',
      given: 'a={"x":[1,"2",null]},b=true',
      want: { a: { x: [1, '2', null] }, b: true },
    },
    { name: 'takes an empty value for null', mode: 'set-json', given: 'a=,b= ', want: { a: null, b: null } },
    {
      name: 'replaces maps as a whole',
      mode: 'set-json',
      given: 'a={"x":1}',
      values: { a: { y: 2 } },
      want: { a: { x: 1 } },
    },
    { name: 'sets items', mode: 'set-json', given: 'a[1]={"x":1}', want: { a: [null, { x: 1 }] } },
    {
      name: 'needs no comma behind a value',
      mode: 'set-json',
      given: 'a=1b="x"c=[]',
      want: { a: 1, b: 'x', c: [] },
    },
    { name: 'keeps the space before a name', mode: 'set-json', given: 'a=1, b=2', want: { a: 1, ' b': 2 } },
    {
      name: 'rounds long numbers to floating point',
      mode: 'set-json',
      given: 'a=12345678901234567890',
      want: { a: 12345678901234567000 },
    },
  ])
})

describe('a line of --set-literal', () => {
  hold([
    {
      name: 'takes all that follows the equals sign',
      mode: 'set-literal',
      given: String.raw`a={x,b=1\,"y`,
      want: { a: String.raw`{x,b=1\,"y` },
    },
    {
      name: 'has no escapes in names',
      mode: 'set-literal',
      given: String.raw`a\.b=x`,
      want: { 'a\\': { b: 'x' } },
    },
    { name: 'has commas in names', mode: 'set-literal', given: 'a,b=x', want: { 'a,b': 'x' } },
    {
      name: 'sets items and names below them',
      mode: 'set-literal',
      given: 'a[1].b=1',
      want: { a: [null, { b: '1' }] },
    },
    {
      name: 'keeps an empty value below an item',
      mode: 'set-literal',
      given: 'a[0].b=',
      want: { a: [{ b: '' }] },
    },
  ])
})

test('thirty levels are deep enough for Helm', () => {
  const path = Array.from({ length: 31 }, () => 'a').join('.')
  expect(parseSetLine(`${path}=1`, 'set')).toHaveProperty(path, 1)
})

describe('any text', () => {
  const names = fc.stringMatching(/^[a-z]{1,8}$/)

  test('comes through --set-literal as it is', () => {
    fc.assert(
      fc.property(names, fc.string(), (name, text) => {
        expect(parseSetLine(`${name}=${text}`, 'set-literal')).toStrictEqual({ [name]: text })
      }),
    )
  })

  test('comes through --set-string with a backslash before commas, braces and backslashes', () => {
    fc.assert(
      fc.property(names, fc.string(), (name, text) => {
        const escaped = text.replace(/[\\,{}]/g, String.raw`\$&`)
        expect(parseSetLine(`${name}=${escaped}`, 'set-string')).toStrictEqual({ [name]: text })
      }),
    )
  })

  test('can be a name with a backslash before all that means something', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), name => {
        const escaped = name.replace(/[\\.,=[]/g, String.raw`\$&`)
        expect(Object.entries(parseSetLine(`${escaped}=x`, 'set'))).toStrictEqual([[name, 'x']])
      }),
    )
  })

  test('comes through --set-json as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const json = JSON.stringify(value)
        expect(JSON.stringify(parseSetLine(`a=${json},b=1`, 'set-json'))).toBe(
          `{"a":${JSON.stringify(JSON.parse(json))},"b":1}`,
        )
      }),
    )
  })
})
