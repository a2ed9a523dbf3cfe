import { describe, expect, test } from 'vitest'
import type { HelmValues } from '../copy-values.ts'
import { mergeValuesFrom, type ValuesData } from './merge-values-from.ts'
import { ValuesFromError } from './values-from-error.ts'
import type { ValuesReference } from './values-reference.ts'

interface Given {
  readonly objects?: Readonly<Record<string, ValuesData>>
  readonly from?: readonly ValuesReference[]
  readonly values?: unknown
}

/** Objects are named `Kind/name`. */
function merge({ objects = {}, from = [], values }: Given) {
  const find = (kind: string, name: string) => objects[`${kind}/${name}`]
  return mergeValuesFrom({ valuesFrom: from, values, find, namespace: 'apps' })
}

const file = (yaml: string) => ({ 'values.yaml': yaml })
const configMap = (name: string, more: Partial<ValuesReference> = {}) => ({
  kind: 'ConfigMap',
  name,
  ...more,
})
const secret = (name: string, more: Partial<ValuesReference> = {}) => ({ kind: 'Secret', name, ...more })
const at = (targetPath: string) => secret('s', { valuesKey: 'k', targetPath })

describe('valuesFrom and values', () => {
  const cases: readonly (Given & { name: string; want: HelmValues })[] = [
    { name: 'are empty together when both are', want: {} },
    {
      name: 'are merged in order, values last',
      objects: { 'ConfigMap/a': file('a: 1\nb: 1\nc: 1\n'), 'Secret/b': file('b: 2\nc: 2\n') },
      from: [configMap('a'), secret('b')],
      values: { c: 3 },
      want: { a: 1, b: 2, c: 3 },
    },
    {
      name: 'merge maps and replace lists',
      objects: { 'ConfigMap/a': file('m: {a: 1}\nl: [1, 2]\n'), 'ConfigMap/b': file('m: {b: 2}\nl: [3]\n') },
      from: [configMap('a'), configMap('b')],
      want: { m: { a: 1, b: 2 }, l: [3] },
    },
    {
      name: 'keep kinds of the same name apart',
      objects: { 'ConfigMap/v': file('a: 1'), 'Secret/v': file('b: 2') },
      from: [configMap('v'), secret('v')],
      want: { a: 1, b: 2 },
    },
    {
      name: 'take another key if told to',
      objects: { 'ConfigMap/a': { 'values.yaml': 'a: 1', other: 'a: 2' } },
      from: [configMap('a', { valuesKey: 'other' })],
      want: { a: 2 },
    },
    {
      name: 'take the usual key for an empty one',
      objects: { 'ConfigMap/a': file('a: 1') },
      from: [configMap('a', { valuesKey: '' })],
      want: { a: 1 },
    },
    {
      name: 'take a document without content for nothing',
      objects: { 'ConfigMap/a': file('# nothing\n') },
      from: [configMap('a')],
      want: {},
    },
    {
      name: 'pass over optional references to nothing',
      objects: { 'ConfigMap/b': {} },
      from: [secret('a', { optional: true }), configMap('b', { optional: true })],
      values: { c: 1 },
      want: { c: 1 },
    },
    {
      name: 'set what a targetPath names',
      objects: { 'Secret/s': { pw: 'x' } },
      from: [secret('s', { valuesKey: 'pw', targetPath: 'db.password' })],
      want: { db: { password: 'x' } },
    },
    {
      name: 'keep a literal value as it is',
      objects: { 'Secret/s': { k: 'a,b={}' } },
      from: [secret('s', { valuesKey: 'k', targetPath: 'a', literal: true })],
      want: { a: 'a,b={}' },
    },
    {
      name: 'do not mind literal without targetPath',
      objects: { 'ConfigMap/a': file('a: 1') },
      from: [configMap('a', { literal: true })],
      want: { a: 1 },
    },
    {
      name: 'let a later document overwrite a targetPath',
      objects: { 'Secret/s': { k: 'x' }, 'ConfigMap/a': file('a: {b: z}') },
      from: [secret('s', { valuesKey: 'k', targetPath: 'a.b' }), configMap('a')],
      want: { a: { b: 'z' } },
    },
    {
      name: 'read numbers as floating point',
      objects: { 'ConfigMap/a': file('id: 12345678901234567890') },
      from: [configMap('a')],
      values: { m: 9007199254740993n },
      want: { id: 12345678901234567000, m: 9007199254740992 },
    },
    {
      name: 'read UTF-16',
      objects: {
        'Secret/s': { 'values.yaml': Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x3a, 0, 0x20, 0, 0x31, 0]) },
      },
      from: [secret('s')],
      want: { a: 1 },
    },
    {
      name: 'replace bytes that are no text',
      objects: { 'Secret/s': { k: Uint8Array.from([0x61, 0xff]) } },
      from: [secret('s', { valuesKey: 'k', targetPath: 'a' })],
      want: { a: 'a\ufffd' },
    },
    {
      name: 'take the key y for a boolean in YAML only',
      objects: { 'ConfigMap/a': file('y: 1') },
      from: [configMap('a')],
      values: { y: 2 },
      want: { true: 1, y: 2 },
    },
    { name: 'ignore values that are no map', values: ['a'], want: {} },
  ]
  for (const { name, want, ...given } of cases)
    test(name, () => expect(merge(given).values).toStrictEqual(want))

  test('say which references were passed over', () => {
    const from = [secret('a', { optional: true }), configMap('b', { optional: true })]
    expect(merge({ objects: { 'ConfigMap/b': {} }, from }).skipped).toStrictEqual([
      { index: 0, code: 'RESOURCE_NOT_FOUND' },
      { index: 1, code: 'KEY_NOT_FOUND' },
    ])
  })

  test('leave the given values as they are', () => {
    const values = { a: { b: 1, l: [1] } }
    const from = ['a.b', 'a.l[0]', 'a.c'].map(targetPath => secret('s', { valuesKey: 'k', targetPath }))
    merge({ objects: { 'Secret/s': { k: 'x' } }, from, values })
    expect(values).toStrictEqual({ a: { b: 1, l: [1] } })
  })
})

describe('a targetPath and inline values: copied from Flux,', () => {
  const objects = { 'Secret/s': { k: 'x' }, 'ConfigMap/c': file('db: {port: 1}') }
  const cases: readonly (Given & { name: string; want: HelmValues })[] = [
    {
      name: 'a nested path wins',
      from: [at('db.pw')],
      values: { db: { pw: 1, user: 'u' } },
      want: { db: { pw: 'x', user: 'u' } },
    },
    { name: 'a path at the top loses', from: [at('pw')], values: { pw: 1 }, want: { pw: 1 } },
    {
      name: 'a nested path loses where a document has the same map',
      from: [configMap('c'), at('db.pw')],
      values: { db: { pw: 1 } },
      want: { db: { port: 1, pw: 1 } },
    },
    {
      name: 'the first nested path wins, a second one loses',
      from: [at('db.a'), at('db.b')],
      values: { db: { a: 1, b: 2 } },
      want: { db: { a: 'x', b: 2 } },
    },
    { name: 'an item of a list wins', from: [at('l[0]')], values: { l: [1, 2] }, want: { l: ['x', 2] } },
    {
      name: 'an item behind the end of a list loses',
      from: [at('l[2]')],
      values: { l: [1, 2] },
      want: { l: [1, 2] },
    },
    {
      name: 'an item of a nested list behind its end wins',
      from: [at('a.l[1]')],
      values: { a: { l: [1] } },
      want: { a: { l: [1, 'x'] } },
    },
  ]
  for (const { name, want, ...given } of cases)
    test(name, () => expect(merge({ ...given, objects }).values).toStrictEqual(want))
})

describe('valuesFrom stops', () => {
  const cases = [
    { name: 'at an object that is missing', from: [secret('a')], code: 'RESOURCE_NOT_FOUND' },
    {
      name: 'at a key that is missing',
      objects: { 'ConfigMap/a': {} },
      from: [configMap('a')],
      code: 'KEY_NOT_FOUND',
    },
    {
      name: 'at a key that only the prototype has',
      objects: { 'ConfigMap/a': {} },
      from: [configMap('a', { valuesKey: 'toString' })],
      code: 'KEY_NOT_FOUND',
    },
    {
      name: 'at another kind, optional or not',
      from: [{ kind: 'Pod', name: 'a', optional: true }],
      code: 'UNSUPPORTED_KIND',
    },
    {
      name: 'at a document that is no map',
      objects: { 'ConfigMap/a': file('- a') },
      from: [configMap('a')],
      code: 'VALUES_UNREADABLE',
    },
    {
      name: 'at a document that is no YAML, optional or not',
      objects: { 'ConfigMap/a': file('a: [') },
      from: [configMap('a', { optional: true })],
      code: 'VALUES_UNREADABLE',
    },
    {
      name: 'at a document that is no text',
      objects: { 'Secret/a': { 'values.yaml': Uint8Array.of(0xff) } },
      from: [secret('a')],
      code: 'VALUES_UNREADABLE',
    },
    {
      name: 'at a path through text',
      objects: { 'Secret/a': { k: 'x' } },
      from: [secret('a', { valuesKey: 'k', targetPath: 'v.n' })],
      values: { v: 'text' },
      code: 'VALUE_NOT_MERGED',
    },
    {
      name: 'at a value that is taken apart',
      objects: { 'Secret/a': { k: 'x,y' } },
      from: [secret('a', { valuesKey: 'k', targetPath: 'v' })],
      code: 'VALUE_NOT_MERGED',
    },
  ]
  for (const { name, code, ...given } of cases) {
    test(name, () =>
      expect(() => merge(given)).toThrow(
        expect.objectContaining({ name: 'ValuesFromError', code, index: 0 }),
      ),
    )
  }

  test('at the first reference that fails', () => {
    expect(() => merge({ from: [secret('a', { optional: true }), secret('b'), secret('c')] })).toThrow(
      expect.objectContaining({ index: 1, reference: secret('b') }),
    )
  })

  test('with a message that says what, which and why', () => {
    expect(() => merge({ from: [secret('a')] })).toThrow(
      new ValuesFromError(
        'RESOURCE_NOT_FOUND',
        { reference: secret('a'), index: 0, namespace: 'apps' },
        'there is no such Secret',
      ),
    )
    expect(() => merge({ from: [secret('a')] })).toThrow(
      'cannot use valuesFrom[0]: Secret apps/a, key "values.yaml": there is no such Secret',
    )
  })

  const leaks = [
    { name: 'a document', objects: { 'Secret/a': file('geheim: [geheim') }, from: [secret('a')] },
    {
      name: 'a value',
      objects: { 'Secret/a': { k: 'x,geheim' } },
      from: [secret('a', { valuesKey: 'k', targetPath: 'v' })],
    },
  ]
  for (const { name, ...given } of leaks) {
    test(`without telling part of a Secret: ${name}`, () =>
      expect(() => merge(given)).toThrow(/^(?!.*geheim)/))
  }
})
