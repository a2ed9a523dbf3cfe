import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HelmValues } from '../copy-values.ts'
import { SetLineError } from '../set-line/set-line-error.ts'
import { setAtTargetPath, type TargetPath } from './set-at-target-path.ts'

describe('setAtTargetPath', () => {
  test.each([
    { name: 'a path', path: 'a'.repeat(4097), value: 'x', literal: false, want: ['PATH_TOO_LONG', 4096] },
    {
      name: 'a value',
      path: 'a',
      value: 'x'.repeat(1_048_577),
      literal: true,
      want: ['LINE_TOO_LONG', 1_048_576],
    },
    {
      name: 'a literal value behind a path that no API server takes',
      path: 'a b',
      value: ','.repeat(65_537),
      literal: true,
      want: ['LINE_TOO_LONG', 65_536],
    },
  ])('refuses $name that is too long', ({ path, value, literal, want: [code, offset] }) => {
    expect(() => setAtTargetPath({ path, value, literal })).toThrow(expect.objectContaining({ code, offset }))
  })

  test('takes a literal value of 1 MiB, whatever its characters', () => {
    const value = '[,\\'.repeat(349_525)
    expect(setAtTargetPath({ path: 'a.b[0]', value, literal: true })).toEqual({ a: { b: [value] } })
  })

  const cases: readonly (TargetPath & { name: string; values?: HelmValues; want: HelmValues })[] = [
    {
      name: 'sets a nested value and keeps its neighbours',
      path: 'a.b',
      value: 'x',
      values: { a: { b: 0, c: 1 } },
      want: { a: { b: 'x', c: 1 } },
    },
    {
      name: 'keeps a key with escaped dots together',
      path: String.raw`labels.app\.kubernetes\.io/name`,
      value: 'x',
      want: { labels: { 'app.kubernetes.io/name': 'x' } },
    },
    { name: 'gives a plain value its type', path: 'a', value: '5', want: { a: 5 } },
    { name: 'makes text of a quoted value', path: 'a', value: '"5"', want: { a: '5' } },
    { name: 'makes text of a value in single quotes', path: 'a', value: "'true'", want: { a: 'true' } },
    { name: 'takes off all quotes at both ends', path: 'a', value: `"'x''"`, want: { a: 'x' } },
    { name: 'makes empty text of a lone quote', path: 'a', value: "'", want: { a: '' } },
    { name: 'keeps quotes that a line end follows', path: 'a', value: '"5"\n', want: { a: '"5"\n' } },
    { name: 'does not take different quotes for quotes', path: 'a', value: `"x'`, want: { a: `"x'` } },
    { name: 'keeps a number with a line end as text', path: 'a', value: '5\n', want: { a: '5\n' } },
    { name: 'makes a list of braces', path: 'a', value: '{x,1}', want: { a: ['x', 1] } },
    { name: 'makes a list of text of quoted braces', path: 'a', value: '"{x,1}"', want: { a: ['x', '1'] } },
    {
      name: 'lets a value set something else behind a comma',
      path: 'a',
      value: 'x,b.c=y',
      want: { a: 'x', b: { c: 'y' } },
    },
    { name: 'drops backslashes', path: 'a', value: String.raw`pa\ss`, want: { a: 'pass' } },
    {
      name: 'keeps everything if it is literal',
      path: 'a',
      value: String.raw`{"k":[1,2]},b=\,'`,
      literal: true,
      want: { a: String.raw`{"k":[1,2]},b=\,'` },
    },
    { name: 'keeps quotes if it is literal', path: 'a', value: '"5"', literal: true, want: { a: '"5"' } },
    {
      name: 'keeps escapes in the path of a literal value',
      path: String.raw`a\.b[1].c`,
      value: 'x=y',
      literal: true,
      want: { 'a.b': [null, { c: 'x=y' }] },
    },
    {
      name: 'sets nothing at all if an empty value comes below an item',
      path: 'a[0].b',
      value: '',
      literal: true,
      want: { a: [] },
    },
    {
      name: 'reads the value as part of a path that ends in a backslash',
      path: 'a\\',
      value: '.b=1',
      want: { 'a=': { b: 1 } },
    },
  ]
  for (const { name, values, want, ...target } of cases) {
    test(name, () => expect(setAtTargetPath(target, values)).toStrictEqual(want))
  }

  test('keeps any literal value as it is', () => {
    fc.assert(
      fc.property(fc.string(), value => {
        expect(setAtTargetPath({ path: 'a.b', value, literal: true })).toStrictEqual({ a: { b: value } })
      }),
    )
  })
})

describe('a targetPath is refused', () => {
  const cases = [
    {
      name: 'with the place in the path',
      path: 'a.b[x]',
      value: 'v',
      want: { code: 'BAD_INDEX', place: 'path', column: 5 },
    },
    {
      name: 'with the place in the value',
      path: 'a',
      value: 'x,yz',
      want: { code: 'NO_VALUE', place: 'value', column: 3 },
    },
    {
      name: 'with the place in a quoted value',
      path: 'a',
      value: `''x,yz'`,
      want: { code: 'NO_VALUE', place: 'value', column: 5 },
    },
    {
      name: 'with the line in the value',
      path: 'a',
      value: 'x\ny,z',
      want: { code: 'NO_VALUE', place: 'value', line: 2, column: 3 },
    },
    {
      name: 'with the place in a literal value',
      path: 'a\\',
      value: '[x.y',
      literal: true,
      want: { code: 'NO_VALUE', place: 'value', column: 4 },
    },
  ]
  for (const { name, want, ...target } of cases) {
    test(name, () => expect(failure(target)).toMatchObject(want))
  }

  test('with a key in the message if it stands in the path', () => {
    const { message } = failure({ path: String.raw`a\.b..c`, value: 'x' })
    expect(message).toBe(
      String.raw`cannot set targetPath "a\.b..c": column 1 of the path: nothing is set below key "a.b"`,
    )
  })

  const secrets = [
    { name: 'behind a comma', path: 'a', value: 'x,geheim' },
    { name: 'behind a backslash', path: 'a\\', value: 'geheim' },
  ]
  for (const { name, ...target } of secrets) {
    test(`without part of the value in the message: ${name}`, () => {
      expect(failure(target).message).not.toContain('geheim')
    })
  }
})

function failure(target: TargetPath): SetLineError {
  try {
    setAtTargetPath(target)
  } catch (error) {
    if (error instanceof SetLineError) return error
    throw error
  }
  throw new Error('this should have failed')
}
