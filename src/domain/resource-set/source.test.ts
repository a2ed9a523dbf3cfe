import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashSource } from './hash-source.ts'
import { ResourceSetError } from './resource-set-error.ts'
import { RESOURCE_SET_SECRET_TYPE, hasWrongType, readSource } from './source.ts'

function hashOf(data: Readonly<Record<string, string>>): string {
  return hashSource(readSource({ kind: 'ConfigMap', data }))
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

describe('readSource', () => {
  test('orders values by the bytes of their keys', () => {
    const data = { z: '', a: '', B: '', '9': '', '10': '', '😀': '', '\ue000': '' }
    const { values } = readSource({ kind: 'ConfigMap', data })
    expect(values.map(({ key }) => key)).toEqual(['10', '9', 'B', 'a', 'z', '\ue000', '😀'])
  })

  test('does not look at binaryData', () => {
    expect(readSource({ kind: 'ConfigMap', binaryData: { a: 'AAAA' } }).values).toEqual([])
  })

  test('lets stringData of a Secret go over its data', () => {
    const { values } = readSource({
      kind: 'Secret',
      data: { a: base64('one'), b: base64('two') },
      stringData: { b: 'new' },
    })
    expect(values.map(({ key, bytes }) => [key, Buffer.from(bytes).toString()])).toEqual([
      ['a', 'one'],
      ['b', 'new'],
    ])
  })

  const misshapen = [
    { name: 'an object of another kind', given: { kind: 'Pod' }, path: 'kind' },
    { name: 'a value that is a number', given: { kind: 'ConfigMap', data: { a: 1 } }, path: 'data[a]' },
    { name: 'data that is a list', given: { kind: 'ConfigMap', data: [] }, path: 'data' },
    { name: 'a string', given: 'x', path: '' },
  ]
  for (const { name, given, path } of misshapen) {
    test(`refuses ${name}`, () => {
      expect(() => readSource(given)).toThrow(ResourceSetError)
      expect(() => readSource(given)).toThrow(expect.objectContaining({ code: 'SOURCE_SHAPE', path }))
    })
  }

  test('takes Secrets of one type only', () => {
    const type = RESOURCE_SET_SECRET_TYPE
    expect(hasWrongType(readSource({ kind: 'Secret', type }))).toBe(false)
    expect(hasWrongType(readSource({ kind: 'Secret', type: 'Opaque' }))).toBe(true)
    expect(hasWrongType(readSource({ kind: 'ConfigMap' }))).toBe(false)
  })
})

describe('hashSource', () => {
  test('is SHA-256 over the values in the order of their keys', () => {
    expect(hashOf({ b: 'lo', a: 'hel' })).toBe(
      'sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    )
  })

  test('does not change with the name of a key or with the place of a cut', () => {
    expect(hashOf({ one: 'hello' })).toBe(hashOf({ 'a-1': 'he', 'a-2': 'llo' }))
  })

  test('counts the decoded bytes of a Secret', () => {
    const secret = readSource({ kind: 'Secret', data: { a: base64('grün') } })
    expect(hashSource(secret)).toBe(hashOf({ a: 'grün' }))
  })

  test('is independent of the order of keys in the source', () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string(), fc.string()), { selector: ([key]) => key })
    fc.assert(
      fc.property(
        entries.chain(list => fc.tuple(fc.constant(list), shuffled(list))),
        ([given, other]) => {
          expect(hashOf(Object.fromEntries(other))).toBe(hashOf(Object.fromEntries(given)))
        },
      ),
    )
  })
})

function shuffled<T>(list: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...list], { minLength: list.length })
}
