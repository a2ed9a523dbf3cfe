import { describe, expect, test } from 'vitest'
import { validateValuesReference } from './validate-values-reference.ts'

const reference = { kind: 'Secret', name: 'values' }

describe('validateValuesReference', () => {
  const accepted = [
    { name: 'the shortest reference', given: reference },
    {
      name: 'all fields',
      given: {
        ...reference,
        valuesKey: 'my.key_1-a',
        targetPath: String.raw`a[0].b\.c/d`,
        optional: true,
        literal: false,
      },
    },
    {
      name: 'the longest texts',
      given: {
        kind: 'ConfigMap',
        name: 'n'.repeat(253),
        valuesKey: 'k'.repeat(253),
        targetPath: 'p'.repeat(250),
      },
    },
    { name: 'a name that counts as long by its bytes only', given: { ...reference, name: '😀'.repeat(253) } },
    { name: 'an index of five digits', given: { ...reference, targetPath: 'a[99999]' } },
    { name: 'fields it does not know, which are dropped', given: { ...reference, targetpath: 'a b' } },
  ]
  for (const { name, given } of accepted) {
    test(`accepts ${name}`, () => expect(validateValuesReference(given)).toStrictEqual([]))
  }

  const refused: readonly { name: string; given: unknown; want: readonly string[] }[] = [
    { name: 'what is no object', given: ['Secret'], want: [' NOT_AN_OBJECT'] },
    { name: 'null', given: null, want: [' NOT_AN_OBJECT'] },
    { name: 'a reference without kind and name', given: {}, want: ['kind REQUIRED', 'name REQUIRED'] },
    { name: 'another kind', given: { ...reference, kind: 'Pod' }, want: ['kind NOT_ALLOWED'] },
    { name: 'an empty name', given: { ...reference, name: '' }, want: ['name TOO_SHORT'] },
    {
      name: 'a name that is too long',
      given: { ...reference, name: 'n'.repeat(254) },
      want: ['name TOO_LONG'],
    },
    {
      name: 'a field that is null',
      given: { ...reference, valuesKey: null },
      want: ['valuesKey WRONG_TYPE'],
    },
    { name: 'an empty key', given: { ...reference, valuesKey: '' }, want: ['valuesKey PATTERN'] },
    { name: 'a key with a slash', given: { ...reference, valuesKey: 'a/b' }, want: ['valuesKey PATTERN'] },
    { name: 'a key with a line end', given: { ...reference, valuesKey: 'a\n' }, want: ['valuesKey PATTERN'] },
    { name: 'an empty targetPath', given: { ...reference, targetPath: '' }, want: ['targetPath PATTERN'] },
    {
      name: 'a targetPath with a space',
      given: { ...reference, targetPath: 'a b' },
      want: ['targetPath PATTERN'],
    },
    {
      name: 'a targetPath with an open bracket',
      given: { ...reference, targetPath: 'a[' },
      want: ['targetPath PATTERN'],
    },
    {
      name: 'an index of six digits',
      given: { ...reference, targetPath: 'a[100000]' },
      want: ['targetPath PATTERN'],
    },
    {
      name: 'a targetPath that is too long',
      given: { ...reference, targetPath: 'p'.repeat(251) },
      want: ['targetPath TOO_LONG'],
    },
    { name: 'text for a boolean', given: { ...reference, optional: 'true' }, want: ['optional WRONG_TYPE'] },
  ]
  for (const { name, given, want } of refused) {
    test(`refuses ${name}`, () => {
      expect(validateValuesReference(given).map(({ field, code }) => `${field} ${code}`)).toStrictEqual(want)
    })
  }
})
